import { type ScopeState, type Plan, type Zone } from './zone';

/**
 * What rulesets and log push jobs belong to: a zone or an account (docs/internals/service.md 3.3, 5.1). Both offer the same
 * operations, `/zones/:zone_id/…` and `/accounts/:account_id/…`.
 */
export type Scope = Zone | Account;

export type ScopeKind = Scope['kind'];

/** The types of accounts (docs/internals/service.md 9.3). */
export const ACCOUNT_TYPES = ['standard', 'enterprise'] as const;

/** The type of an account: `standard` or `enterprise`. */
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** An account: it owns zones, and has rulesets and log push jobs of its own. */
export interface Account extends ScopeState {
  readonly kind: 'account';
  readonly type: AccountType;
  /** ISO 8601, UTC. */
  readonly createdOn: string;
  /** Whether its members must use two-factor authentication. */
  readonly enforcesTwoFactor: boolean;
  /** Where reports of abuse go; null if nobody set it. */
  readonly abuseContactEmail: string | null;
}

/** What a type of account is entitled to, as the plan of a zone: log push and account rulesets need Enterprise. */
export function planOfAccount(type: AccountType): Plan {
  return type === 'enterprise' ? 'enterprise' : 'professional';
}
