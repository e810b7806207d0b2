import { isRecord } from '../../../schema';
import type { PrivateState } from '../../sdk/framework';
import type { SavedRule } from '../rules/rule';

/** The keys of the private state. */
const GENERATED = 'generated_digest';
const STORED = 'stored_rules';

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

/** Notes rules that the finish stored in another form: apply has to return the planned ones, and no step follows. */
export function noteStored(privateState: PrivateState, rules: readonly SavedRule[]): void {
  privateState.set(STORED, rules);
}

/** What {@link noteStored} noted, once: a refresh puts it into the state. */
export function takeStored(privateState: PrivateState): readonly SavedRule[] | undefined {
  const rules = privateState.get(STORED);
  if (rules !== undefined) privateState.set(STORED, undefined);
  return Array.isArray(rules) && rules.every(isRecord)
    ? (rules as unknown as readonly SavedRule[])
    : undefined;
}
