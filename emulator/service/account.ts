import type { Service } from './service';

/**
 * An account: it owns zones. What belongs to it besides its name is of the parts of the service: each adds its own
 * members where it declares its state, with `declare module '../service/account'`.
 */
export interface Account {
  readonly id: string;
  readonly name: string;
}

/** The account that all zones belong to. */
export function accountOf({ state }: Pick<Service, 'state'>): Account {
  const [account] = state.accounts.values();
  if (account === undefined) throw new Error('A seed has an account.');
  return account;
}
