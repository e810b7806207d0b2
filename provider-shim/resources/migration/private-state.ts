import { isJsonObject } from '../../api';
import type { PrivateState } from '../../framework';
import type { Adjustments, Displaced } from './adjustments';
import type { Earlier } from './transition';

/** What is kept beside the state. */
const DISPLACED = 'displaced';
const GENERATED = 'generated_digest';
const PLANNED_FOR = 'planned_for';

/** What was adjusted so far, and what the adjustments took the place of. */
export function earlierOf(adjustments: unknown, facts: PrivateState): Earlier {
  return {
    adjustments: (adjustments ?? {}) as Adjustments,
    displaced: displacedIn(facts.get(DISPLACED)),
  };
}

export function keepDisplaced(facts: PrivateState, displaced: Displaced): void {
  facts.set(DISPLACED, Object.keys(displaced).length === 0 ? undefined : displaced);
}

/** The digest of what the service generated when the object was last read or applied; undefined when that is not known. */
export function generatedWhenRead(facts: PrivateState): string | undefined {
  return facts.text(GENERATED);
}

/** Whether the digest is kept for this object: what only a refresh stored would look like a change of the object. */
export function keepsGenerated(facts: PrivateState): boolean {
  return facts.get(GENERATED) === null || generatedWhenRead(facts) !== undefined;
}

/** @param digest null when the service generates nothing; undefined when it will not any more */
export function noteGenerated(facts: PrivateState, digest: string | null | undefined): void {
  facts.set(GENERATED, digest);
}

/** Marks the plan of an object that is there, which the second half of a replacement then knows itself by. */
export function notePlanned(facts: PrivateState, zoneId: string): void {
  facts.set(PLANNED_FOR, zoneId);
}

/** Takes the mark away: it is for plans, and is not stored. */
export function forgetPlanned(facts: PrivateState): void {
  facts.set(PLANNED_FOR, undefined);
}

/** Whether an object without a state is the second half of a replacement in the same zone. */
export function replacesItself(facts: PrivateState, zoneId: string): boolean {
  return facts.text(PLANNED_FOR) === zoneId;
}

/** What is no override is left out: the state may be damaged. */
function displacedIn(fact: unknown): Displaced {
  const rulesets = membersOf(fact).map(([id, rules]) => [
    id,
    Object.fromEntries(
      membersOf(rules).filter(([, override]) => override === null || isJsonObject(override)),
    ),
  ]);
  return Object.fromEntries(rulesets) as Displaced;
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
