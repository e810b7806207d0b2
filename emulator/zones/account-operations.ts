import { PAGE_SIZES, pageOf } from '../http/page-of';
import { inOrder, readTextFilter } from '../http/query';
import type { Account } from '../service/scope';
import { reachesAccount } from '../service/credentials';
import type { AccountOperation, CallerOperation } from '../service/operation';

/** The accounts that the caller may use (docs/internals/service.md 9.3). */
const list: CallerOperation = {
  of: 'caller',
  name: 'accounts.list',
  method: 'GET',
  path: '/accounts',
  permission: 'organization:read',
  run: ({ service, caller, query }) => {
    const fits = readTextFilter<Account>(query, 'name', ({ name }) => name) ?? (() => true);
    const accounts = [...service.state.accounts.values()].filter(
      (account) => reachesAccount(caller, account) && fits(account),
    );
    return pageOf(query, PAGE_SIZES, inOrder(query, accounts, { name: ({ name }) => name }), accountView);
  },
};

/** docs/internals/service.md 9.3. */
const get: AccountOperation = {
  of: 'account',
  name: 'accounts.get',
  method: 'GET',
  path: '/accounts/:account_id',
  permission: 'organization:read',
  run: ({ scope }) => ({ kind: 'result', result: accountView(scope) }),
};

export const ACCOUNT_OPERATIONS = [list, get] as const;

/** An account as the service shows it (docs/internals/service.md 9.3). */
export function accountView(account: Account): unknown {
  const { id, name, type, createdOn, abuseContactEmail, enforcesTwoFactor } = account;
  return {
    id,
    name,
    type,
    settings: { enforce_twofactor: enforcesTwoFactor, abuse_contact_email: abuseContactEmail },
    created_on: createdOn,
  };
}
