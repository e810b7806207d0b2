import {
  isIrreversible,
  isKnown,
  isUnknown,
  type ConfigAtPlan,
  type managedRulesMigrationSchema,
  type PlanAtApply,
  type StateOf,
  type TargetState,
  isWhollyKnown,
} from '../../../schema';
import type { Adjustments } from './adjustments';
import type { Status } from './status';
import type { Transition } from './transition';

export type State = StateOf<Schema>;
export type Plan = PlanAtApply<Schema>;

type Reported = Pick<State, 'migration_state' | 'old_waf_status' | 'new_waf_status' | 'irreversible'>;

/** What is stored of what the service reports. */
export function reported({ state, oldStatus, newStatus }: Status): Reported {
  return {
    migration_state: state,
    old_waf_status: oldStatus,
    new_waf_status: newStatus,
    irreversible: isIrreversible(state),
  };
}

/** The rules as they are stored. */
export function storedRules({
  shown,
  digest,
}: Pick<Transition, 'shown' | 'digest'>): Pick<State, 'rules' | 'rules_digest'> {
  return { rules: shown, rules_digest: digest };
}

/** The object after apply: as planned, and where the plan left it open, as the service reports it then. */
export function stateAfter(plan: Plan, transition: Transition, status: Status): State {
  const now = { ...reported(status), ...storedRules(transition), migration_state: transition.reached };
  const known = Object.entries(plan).filter(([, value]) => !isUnknown(value));
  return { ...now, ...Object.fromEntries(known) } as State;
}

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
  /** A zone that cannot migrate is left as it is. */
  readonly skipsIncompatible: boolean;
  /** Apply ends only when the service has finished the migration. */
  readonly waits: boolean;
}

/** The attributes that decide what a migration does. Without knowing them, a plan could not show it. */
const DECISIVE = [
  'zone_id',
  'target_state',
  'adjustments',
  'delete_uri_overrides',
  'on_incompatible',
  'wait',
] as const;

/** What a person confirms: of no consequence once there is nothing left to confirm. */
const CONFIRMING = ['acknowledge_irreversible', 'approved_digest'] as const;

type Declared = Pick<ConfigAtPlan<Schema>, (typeof DECISIVE | typeof CONFIRMING)[number]>;

/** The names of decisive attributes that are not known yet, or not wholly. */
export function notKnownYet(declared: Declared): readonly string[] {
  return DECISIVE.filter((name) => !isWhollyKnown(declared[name]));
}

/** The names of confirming attributes that are not known yet. */
export function notConfirmedYet(declared: Declared): readonly string[] {
  return CONFIRMING.filter((name) => !isWhollyKnown(declared[name]));
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
    skipsIncompatible: declared.on_incompatible === 'skip',
    waits: declared.wait !== false,
  };
}
