import {
  isKnown,
  isUnknown,
  type DraftOf,
  type managedRulesMigrationSchema,
  type TargetState,
} from '../../../schema';
import type { Adjustments } from '../../managed-rules/adjust';

export type Schema = typeof managedRulesMigrationSchema;

/** What the user declares, all of it known. */
export interface Inputs {
  readonly zoneId: string;
  readonly target: TargetState;
  /** The word for finishing is given, and names this zone. */
  readonly acknowledged: boolean;
  readonly approvedDigest: string | null;
  readonly adjustments: Adjustments;
  readonly deleteUriOverrides: boolean;
}

/** The attributes that decide what a migration does. A plan that does not know them could not tell the truth. */
const DECISIVE = ['zone_id', 'target_state', 'adjustments', 'delete_uri_overrides'] as const;

/** What a person confirms: of no consequence once there is nothing left to confirm. */
const CONFIRMING = ['acknowledge_irreversible', 'approved_digest'] as const;

type Declared = Pick<DraftOf<Schema>, (typeof DECISIVE | typeof CONFIRMING)[number]>;

/** The names of decisive attributes that are not known yet, or not wholly. */
export function notKnownYet(declared: Declared): readonly string[] {
  return DECISIVE.filter((name) => holdsUnknown(declared[name]));
}

/** The names of confirming attributes that are not known yet. */
export function notConfirmedYet(declared: Declared): readonly string[] {
  return CONFIRMING.filter((name) => holdsUnknown(declared[name]));
}

/** @param declared as configured or planned; wholly known in what is decisive. What is unknown confirms nothing. */
export function inputsOf(declared: Declared): Inputs {
  const { zone_id: zoneId, acknowledge_irreversible: word, approved_digest: digest, adjustments } = declared;
  return {
    zoneId: zoneId as string,
    target: declared.target_state as TargetState,
    acknowledged: isKnown(word) && word === zoneId,
    approvedDigest: isKnown(digest) ? digest : null,
    adjustments: (adjustments ?? {}) as Adjustments,
    deleteUriOverrides: declared.delete_uri_overrides === true,
  };
}

function holdsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnknown);
}
