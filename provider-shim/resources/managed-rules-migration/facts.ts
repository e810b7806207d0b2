import type { PrivateState } from '../../framework';
import type { Adjustments, Displaced } from '../../managed-rules/adjust';
import type { Before } from './survey';

/** What is kept beside the state. */
const DISPLACED = 'displaced';
const GENERATED = 'generated_digest';

/** What was adjusted so far, and what the adjustments took the place of. */
export function before(adjustments: unknown, facts: PrivateState): Before {
  return {
    adjustments: (adjustments ?? {}) as Adjustments,
    displaced: (facts.get(DISPLACED) ?? {}) as Displaced,
  };
}

export function keepDisplaced(facts: PrivateState, displaced: Displaced): void {
  facts.set(DISPLACED, Object.keys(displaced).length === 0 ? undefined : displaced);
}

/** The digest of what the service generated when the object was last read; undefined when it generated nothing. */
export function generatedWhenRead(facts: PrivateState): string | undefined {
  const digest = facts.get(GENERATED);
  return typeof digest === 'string' ? digest : undefined;
}

export function noteGenerated(facts: PrivateState, digest: string | undefined): void {
  facts.set(GENERATED, digest);
}
