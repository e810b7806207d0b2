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
const DECISIVE = [
  'zone_id',
  'target_state',
  'acknowledge_irreversible',
  'approved_digest',
  'adjustments',
  'delete_uri_overrides',
] as const;

/** The names of decisive attributes that are not known yet, or not wholly. */
export function notKnownYet(config: DraftOf<Schema>): readonly string[] {
  return DECISIVE.filter((name) => holdsUnknown(config[name]));
}

/** @param config wholly known in what is decisive */
export function inputsOf(config: DraftOf<Schema>): Inputs {
  const { zone_id: zoneId, acknowledge_irreversible: word, approved_digest: digest, adjustments } = config;
  return {
    zoneId: zoneId as string,
    target: config.target_state as TargetState,
    acknowledged: isKnown(word) && word === zoneId,
    approvedDigest: isKnown(digest) ? digest : null,
    adjustments: (adjustments ?? {}) as Adjustments,
    deleteUriOverrides: config.delete_uri_overrides === true,
  };
}

function holdsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnknown);
}
