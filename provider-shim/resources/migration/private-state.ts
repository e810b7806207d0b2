import { isRecord } from '../../../schema';
import type { PrivateState } from '../../sdk/framework';
import type { AdjustmentRecord } from '../../records/adjustment-records';
import type { Adjustments, Displaced } from './adjustments';
import type { Earlier } from './transition';

/** The keys of the private state. */
const DISPLACED = 'displaced';
const GENERATED = 'generated_digest';

/**
 * The adjustments so far, and the overrides that they displaced.
 *
 * @param record the record of an apply that may have been killed
 */
export function earlierOf(
  adjustments: unknown,
  privateState: PrivateState,
  record: AdjustmentRecord | undefined,
): Earlier {
  return {
    adjustments: (adjustments ?? {}) as Adjustments,
    displaced: displacedIn(privateState.get(DISPLACED)),
    inDoubt: {
      adjustments: adjustmentsIn(record?.adjustments),
      displaced: displacedIn(record?.displaced),
    },
  };
}

export function keepDisplaced(privateState: PrivateState, displaced: Displaced): void {
  privateState.set(DISPLACED, Object.keys(displaced).length === 0 ? undefined : displaced);
}

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

/** Anything that is not an adjustment is omitted: the record may be damaged. */
function adjustmentsIn(entry: unknown): Adjustments {
  const rulesets = membersOf(entry).map(([id, ruleset]) => [
    id,
    { rules: Object.fromEntries(membersOf(isRecord(ruleset) && ruleset['rules']).filter(isAdjusted)) },
  ]);
  return Object.fromEntries(rulesets) as Adjustments;
}

function isAdjusted([, change]: readonly [string, unknown]): boolean {
  return isRecord(change) && (typeof change['action'] === 'string' || typeof change['enabled'] === 'boolean');
}

/** Anything that is not an override is omitted: the state may be damaged. */
function displacedIn(entry: unknown): Displaced {
  const rulesets = membersOf(entry).map(([id, rules]) => [
    id,
    Object.fromEntries(membersOf(rules).filter(([, override]) => override === null || isRecord(override))),
  ]);
  return Object.fromEntries(rulesets) as Displaced;
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}
