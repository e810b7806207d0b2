import type { PrivateState } from '../../sdk/framework';

/** The key of the private state. */
const GENERATED = 'generated_digest';

/** The digest of the rules that the service generated at the last refresh or apply; undefined when unknown. */
export function generatedWhenRead(privateState: PrivateState): string | undefined {
  return privateState.text(GENERATED);
}

/**
 * Whether the digest is stored for this object: one stored only by a refresh would look like a change of the object.
 */
export function keepsGenerated(privateState: PrivateState): boolean {
  return privateState.get(GENERATED) === null || generatedWhenRead(privateState) !== undefined;
}

/** @param digest null when the service generates nothing; undefined when it never will again */
export function noteGenerated(privateState: PrivateState, digest: string | null | undefined): void {
  privateState.set(GENERATED, digest);
}
