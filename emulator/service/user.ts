/** The states of a membership (docs/internals/service.md 9.3). */
export const MEMBERSHIP_STATUSES = ['accepted', 'pending', 'rejected'] as const;

export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** What a user is in an account. */
export interface Membership {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Id of the account. */
  readonly account: string;
  readonly status: MembershipStatus;
  /** Names of roles. */
  readonly roles: readonly string[];
}

/** Somebody who can sign in; API keys and tokens act for a user. */
export interface User {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly twoFactor: boolean;
  readonly memberships: readonly Membership[];
}

/** What users are who may do everything in an account. */
const DEFAULT_ROLE = 'Super Administrator - All Privileges';

/** The membership of a user who may do everything in the account; it has no id yet. */
export function membershipOf(account: string): Omit<Membership, 'id'> {
  return { account, status: 'accepted', roles: [DEFAULT_ROLE] };
}
