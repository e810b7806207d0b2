import { readTime } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import type { ApiKey, ApiToken, Credentials, Permission } from '../service/credentials';
import { EMAIL_FORMAT, KEY_FORM, KEY_FORMAT, PERMISSIONS, TOKEN_FORMAT } from '../service/credentials';
import { readKnownId } from './read-users';

/** What credentials can name: ids of zones and accounts, and e-mail addresses of users. */
interface Nameable {
  readonly zones: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
}

/** Reads the credentials of a seed: tokens with their rights, and e-mail addresses with their keys. */
export function readCredentials(reader: Reader, known: Nameable): Credentials | undefined {
  const members = reader.members(['tokens', 'keys']);
  if (members === undefined) return undefined;
  const tokens = members.optional('tokens')?.items() ?? [];
  const keys = members.optional('keys')?.items() ?? [];
  return {
    tokens: tokens.flatMap((item) => readToken(item, known) ?? []),
    keys: keys.flatMap((item) => readKey(item) ?? []),
  };
}

function readToken(reader: Reader, known: Nameable): ApiToken | undefined {
  const members = reader.members([
    'token',
    'permissions',
    'zones',
    'accounts',
    'user',
    'owned_by',
    'status',
    'not_before',
    'expires_on',
  ]);
  const token = members?.required('token')?.matching(TOKEN_FORMAT, '40 to 128 letters, digits, - and _');
  const permissions = members?.optional('permissions')?.items();
  const zones = members?.optional('zones')?.items();
  const accounts = members?.optional('accounts')?.items();
  const user = readUserOf(members?.optional('user'), known);
  const owner = members?.optional('owned_by');
  const ownedBy = owner && readKnownId(owner, known.accounts, 'account');
  if (owner !== undefined && user !== undefined)
    owner.refuse('a token belongs either to a user or to an account');
  const status = members?.optional('status')?.oneOf(['active', 'disabled']);
  const notBefore = readTime(members?.optional('not_before'));
  const expiresOn = readTime(members?.optional('expires_on'));
  if (token === undefined) return undefined;
  return {
    token,
    permissions:
      permissions?.flatMap((item): Permission[] => {
        const permission = item.oneOf(PERMISSIONS);
        return permission === undefined ? [] : [permission];
      }) ?? 'all',
    zones: zones?.flatMap((item) => readKnownId(item, known.zones, 'zone') ?? []) ?? 'all',
    // Whoever limits a token to zones does not mean it for whole accounts.
    accounts:
      accounts?.flatMap((item) => readKnownId(item, known.accounts, 'account') ?? []) ??
      (zones === undefined ? 'all' : []),
    isDisabled: status === 'disabled',
    ...(user !== undefined && { user }),
    ...(ownedBy !== undefined && { ownedBy }),
    ...(notBefore !== undefined && { notBefore }),
    ...(expiresOn !== undefined && { expiresOn }),
  };
}

function readUserOf(reader: Reader | undefined, { users }: Nameable): string | undefined {
  const email = reader?.string();
  if (email === undefined || users.has(email)) return email;
  return reader?.refuse('no user of the seed has this e-mail address');
}

function readKey(reader: Reader): ApiKey | undefined {
  const members = reader.members(['email', 'key']);
  const email = members?.required('email')?.matching(EMAIL_FORMAT, 'an e-mail address');
  const key = members?.required('key')?.matching(KEY_FORMAT, KEY_FORM);
  return email === undefined || key === undefined ? undefined : { email, key };
}
