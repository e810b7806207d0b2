import { isIrreversible, isUnknown, MIGRATION_STATES, type PlannedOf, type StateOf } from '../../../schema';
import type { Standing } from '../../managed-rules/standing';
import type { Schema } from './inputs';
import type { Survey } from './survey';

export type State = StateOf<Schema>;
export type Plan = PlannedOf<Schema>;

type Reported = Pick<State, 'migration_state' | 'old_waf_status' | 'new_waf_status' | 'irreversible'>;

/** What is stored of what the service reports. */
export function reported({ state, oldStatus, newStatus }: Standing): Reported {
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
}: Pick<Survey, 'shown' | 'digest'>): Pick<State, 'rules' | 'rules_digest'> {
  return { rules: shown, rules_digest: digest };
}

/** The object after apply: as planned, and where the plan left it open, as the service reports it then. */
export function stateAfter(plan: Plan, found: Survey, standing: Standing): State {
  const now = { ...reported(standing), ...storedRules(found), migration_state: found.reached };
  const known = Object.entries(plan).filter(([, value]) => !isUnknown(value));
  return { ...now, ...Object.fromEntries(known) } as State;
}

/** The first release did not store whether the migration can still be undone. */
export function completed(state: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof state['irreversible'] === 'boolean') return state;
  const standing = MIGRATION_STATES.find((one) => one === state['migration_state']);
  return { ...state, irreversible: standing !== undefined && isIrreversible(standing) };
}
