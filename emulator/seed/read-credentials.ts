import type { Reader } from '../checks/reader';
import type { ApiKey, ApiToken, Credentials, Permission } from '../service/credentials';
import { EMAIL_FORMAT, KEY_FORMAT, PERMISSIONS, TOKEN_FORMAT } from '../service/credentials';

type ZoneIds = ReadonlySet<string | undefined>;

/** Reads the credentials of a seed: tokens with their rights, and e-mail addresses with their keys. */
export function readCredentials(reader: Reader, zoneIds: ZoneIds): Credentials | undefined {
  const members = reader.members(['tokens', 'keys']);
  if (members === undefined) return undefined;
  const tokens = members.optional('tokens')?.items() ?? [];
  const keys = members.optional('keys')?.items() ?? [];
  return {
    tokens: tokens.flatMap((item) => readToken(item, zoneIds) ?? []),
    keys: keys.flatMap((item) => readKey(item) ?? []),
  };
}

function readToken(reader: Reader, zoneIds: ZoneIds): ApiToken | undefined {
  const members = reader.members(['token', 'permissions', 'zones']);
  const token = members?.required('token')?.matching(TOKEN_FORMAT, '40 to 128 letters, digits, - and _');
  const permissions = members?.optional('permissions')?.items();
  const zones = members?.optional('zones')?.items();
  if (token === undefined) return undefined;
  return {
    token,
    permissions:
      permissions?.flatMap((item): Permission[] => {
        const permission = item.oneOf(PERMISSIONS);
        return permission === undefined ? [] : [permission];
      }) ?? 'all',
    zones: zones?.flatMap((item) => readZoneId(item, zoneIds) ?? []) ?? 'all',
  };
}

function readZoneId(reader: Reader, zoneIds: ZoneIds): string | undefined {
  const id = reader.string();
  return id === undefined || zoneIds.has(id) ? id : reader.refuse('no zone of the seed has this id');
}

function readKey(reader: Reader): ApiKey | undefined {
  const members = reader.members(['email', 'key']);
  const email = members?.required('email')?.matching(EMAIL_FORMAT, 'an e-mail address');
  const key = members?.required('key')?.matching(KEY_FORMAT, '37 to 39 letters and digits');
  return email === undefined || key === undefined ? undefined : { email, key };
}
