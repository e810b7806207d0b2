import type { Reader } from '../checks/reader';
import { identifierOf } from '../service/identifiers';
import { EMAIL_FORMAT } from '../service/credentials';
import type { DocumentIds } from '../service/document-ids';
import { type Membership, type User, MEMBERSHIP_STATUSES, membershipOf } from '../service/user';

/** A checked membership, which may have no id yet. */
type CheckedMembership = Omit<Membership, 'id'> & { readonly id?: string };

/** A checked user of a seed. */
export interface CheckedUser extends Omit<User, 'memberships'> {
  /** Absent for a member of every account. */
  readonly memberships?: readonly CheckedMembership[];
}

/** Reads the users of a seed: at least one, because tokens act for a user. */
export function readUsers(
  reader: Reader,
  accounts: ReadonlySet<string>,
  ids: DocumentIds,
): readonly CheckedUser[] | undefined {
  const items = reader.items();
  if (items?.length === 0) return reader.refuse('it must have at least one user, whom the tokens belong to');
  const emails = new Set<string>();
  return items?.flatMap((item) => {
    const user = readUser(item, accounts, ids);
    if (user === undefined) return [];
    if (emails.has(user.email)) item.member('email').refuse('another user of the seed has it');
    emails.add(user.email);
    return [user];
  });
}

function readUser(reader: Reader, accounts: ReadonlySet<string>, ids: DocumentIds): CheckedUser | undefined {
  const members = reader.members([
    'id',
    'email',
    'first_name',
    'last_name',
    'two_factor_authentication_enabled',
    'memberships',
  ]);
  const id = ids.read(members?.optional('id'), 'users');
  const email = members?.required('email')?.matching(EMAIL_FORMAT, 'an e-mail address');
  const firstName = readName(members?.optional('first_name'));
  const lastName = readName(members?.optional('last_name'));
  const twoFactor = members?.optional('two_factor_authentication_enabled')?.boolean() ?? false;
  const memberships = members?.optional('memberships')?.items();
  if (email === undefined) return undefined;
  const seen = new Set<string>();
  return {
    id: id ?? identifierOf(email),
    email,
    firstName,
    lastName,
    twoFactor,
    ...(memberships && {
      memberships: memberships.flatMap((item) => readMembership(item, accounts, seen, ids) ?? []),
    }),
  };
}

function readName(reader: Reader | undefined): string | null {
  return reader === undefined || reader.value === null ? null : (reader.string() ?? null);
}

function readMembership(
  reader: Reader,
  accounts: ReadonlySet<string>,
  seen: Set<string>,
  ids: DocumentIds,
): CheckedMembership | undefined {
  const members = reader.members(['id', 'account', 'status', 'roles']);
  const id = ids.read(members?.optional('id'), 'memberships');
  const sent = members?.required('account');
  const account = sent && readKnownId(sent, accounts, 'account');
  const status = members?.optional('status')?.oneOf(MEMBERSHIP_STATUSES) ?? 'accepted';
  const roles = members?.optional('roles')?.items();
  if (account === undefined) return undefined;
  if (seen.has(account)) sent?.refuse('the user has another membership in this account');
  seen.add(account);
  const names = roles?.flatMap((role) => role.matching(/\S/, 'the name of a role') ?? []);
  return { ...membershipOf(account), ...(id && { id }), status, ...(names && { roles: names }) };
}

/** Reads the id of something that the seed has. */
export function readKnownId(
  reader: Reader,
  known: ReadonlySet<string>,
  what: 'zone' | 'account',
): string | undefined {
  const id = reader.string();
  return id === undefined || known.has(id) ? id : reader.refuse(`no ${what} of the seed has this id`);
}

/** The user with the memberships that its seed leaves out: in every account. */
export function storedUser({ memberships, ...user }: CheckedUser, accounts: Iterable<string>): User {
  const all: readonly CheckedMembership[] =
    memberships ?? [...accounts].map((account) => membershipOf(account));
  return {
    ...user,
    memberships: all.map((each) => ({ ...each, id: each.id ?? identifierOf(`${user.id} ${each.account}`) })),
  };
}
