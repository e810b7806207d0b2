import type { Account } from './account';
import type { Plan, Zone } from './zone';

/**
 * What rulesets and log push jobs belong to: a zone or an account (docs/service.md 3.3, 5.1). Both offer the same
 * operations, `/zones/:zone_id/…` and `/accounts/:account_id/…`.
 */
export type Scope = Zone | Account;

export type ScopeKind = Scope['kind'];

/**
 * What zones and accounts have in common. The parts of the service whose operations work for both add their own
 * members where they declare their state, with `declare module '../service/scope'`.
 */
export interface ScopeState {
  readonly id: string;
  readonly name: string;
  /** Determines what it is entitled to. */
  readonly plan: Plan;
}
