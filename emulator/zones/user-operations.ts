import { identifierOf } from '../service/identifiers';
import { outOfReach } from '../service/published';
import { PAGE_SIZES, pageOf } from '../http/page-of';
import { inOrder, readChoice, readTextFilter } from '../http/query';
import type { Account } from '../service/scope';
import { reachesZone } from '../service/credentials';
import type { CallerOperation, ServiceCall } from '../service/operation';
import type { Plan } from '../service/zone';
import { type Membership, type User, MEMBERSHIP_STATUSES, membershipOf } from '../service/user';
import { accountView } from './account-operations';

/** The user that the credentials act for (docs/internals/service.md 9.3). */
const get: CallerOperation = {
  of: 'caller',
  name: 'user.get',
  method: 'GET',
  path: '/user',
  permission: 'user:read',
  run: (call) => {
    const user = userOf(call);
    const zones = [...call.service.state.zones.values()].filter((zone) => reachesZone(call.caller, zone));
    const has = (plan: Plan): boolean => zones.some((zone) => zone.plan === plan);
    const result = {
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      telephone: null,
      country: null,
      zipcode: null,
      two_factor_authentication_enabled: user.twoFactor,
      suspended: false,
      has_pro_zones: has('professional'),
      has_business_zones: has('business'),
      has_enterprise_zones: has('enterprise'),
      betas: [],
      organizations: [],
    };
    return { kind: 'result', result };
  },
};

/** A membership, with its account. */
interface Placed {
  readonly membership: Membership;
  readonly account: Account;
}

/** The accounts that the user belongs to, and as what (docs/internals/service.md 9.3). */
const listMemberships: CallerOperation = {
  of: 'caller',
  name: 'memberships.list',
  method: 'GET',
  path: '/memberships',
  permission: 'memberships:read',
  run: (call) => {
    const { query } = call;
    const { accounts } = call.service.state;
    const status = readChoice(query, 'status', MEMBERSHIP_STATUSES);
    const nameOf = ({ account }: Placed): string => account.name;
    const filters = ['account.name', 'name'].flatMap((name) => readTextFilter(query, name, nameOf) ?? []);
    const memberships = userOf(call)
      .memberships.flatMap((membership): readonly Placed[] => {
        const account = accounts.get(membership.account);
        return account === undefined ? [] : [{ membership, account }];
      })
      .filter((placed) => status === undefined || placed.membership.status === status)
      .filter((placed) => filters.every((fits) => fits(placed)));
    const sorted = inOrder(query, memberships, {
      'account.name': nameOf,
      id: ({ membership }) => membership.id,
      status: ({ membership }) => membership.status,
    });
    return pageOf(query, PAGE_SIZES, sorted, membershipView);
  },
};

export const USER_OPERATIONS = [get, listMemberships] as const;

/** The areas of the permissions that a member has; the emulator shows them all (docs/internals/service.md 9.3). */
const AREAS = [
  'analytics',
  'billing',
  'dns',
  'logs',
  'organization',
  'waf',
  'zones',
  'zone_settings',
] as const;

function membershipView({ membership: { id, status, roles }, account }: Placed): unknown {
  const may = status === 'accepted';
  return {
    id,
    status,
    account: accountView(account),
    api_access_enabled: null,
    roles,
    permissions: Object.fromEntries(AREAS.map((area) => [area, { read: may, write: may }])),
  };
}

/** The user that the caller acts for. @throws Refusal if it is the token of an account */
function userOf({ service, caller }: ServiceCall): User {
  const { users, accounts } = service.state;
  if (caller.kind === 'token') {
    const { user: email, ownedBy } = caller.token;
    const user = email === undefined ? users[0] : users.find((each) => each.email === email);
    if (user === undefined || ownedBy !== undefined) throw outOfReach();
    return user;
  }
  return (
    users.find(({ email }) => email === caller.email) ?? unlistedUser(caller.email, [...accounts.keys()])
  );
}

/** The user of a key whose address the seed does not list: a member of every account. */
function unlistedUser(email: string, accounts: readonly string[]): User {
  const id = identifierOf(email);
  return {
    id,
    email,
    firstName: null,
    lastName: null,
    twoFactor: false,
    memberships: accounts.map((account) => ({
      ...membershipOf(account),
      id: identifierOf(`${id} ${account}`),
    })),
  };
}
