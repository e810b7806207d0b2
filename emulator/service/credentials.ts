import type { Zone } from './zone';

/**
 * What a token may do. The names are the emulator's own (docs/internals/service.md 2.2); those of zones are the published
 * ones without their `#` (docs/internals/service.md 9.1).
 */
export const PERMISSIONS = [
  'rulesets:read',
  'rulesets:edit',
  'logpush:read',
  'logpush:edit',
  'waf:read',
  'waf:edit',
  'zone:read',
] as const;

/** What a token may do, `<part of the service>:<read or edit>`. */
export type Permission = (typeof PERMISSIONS)[number];

/** The area of a permission, which is the part of the service that it belongs to: the text before its colon. */
export function areaOf(permission: Permission): string {
  return permission.slice(0, permission.indexOf(':'));
}

/** What a caller may do, and where. */
interface Rights {
  readonly permissions: 'all' | readonly Permission[];
  /** Ids of the zones that it may use. */
  readonly zones: 'all' | readonly string[];
}

export interface ApiToken extends Rights {
  readonly token: string;
  /** E-mail address of the user that rate limits count it for. @default - a caller of its own */
  readonly user?: string;
  readonly isDisabled: boolean;
  /** Times in milliseconds between which it is valid. @default - always */
  readonly notBefore?: number;
  readonly expiresOn?: number;
}

/** An e-mail address with its key, which has every permission for every zone. */
interface ApiKey {
  readonly email: string;
  readonly key: string;
}

export interface Credentials {
  readonly tokens: readonly ApiToken[];
  readonly keys: readonly ApiKey[];
}

/** Who sends a request, by its credentials, and what they may do. */
export type Caller =
  | (Rights & { readonly kind: 'token'; readonly token: ApiToken })
  | (Rights & { readonly kind: 'key'; readonly email: string });

/** Whether the caller may use the zone. */
export function reachesZone({ zones }: Rights, { id }: Pick<Zone, 'id'>): boolean {
  return zones === 'all' || zones.includes(id);
}

/** The status of a token at this time, in milliseconds. */
export function tokenStatus(token: ApiToken, now: number): 'active' | 'disabled' | 'expired' {
  const { isDisabled, notBefore = -Infinity, expiresOn = Infinity } = token;
  if (isDisabled || now < notBefore) return 'disabled';
  return now < expiresOn ? 'active' : 'expired';
}

/** The service's tokens have 40 characters or, since 2026, a prefix with these and a checksum (docs/internals/service.md 2.2). */
export const TOKEN_FORMAT = /^[A-Za-z0-9_-]{40,128}$/;

/** The service's keys have 37 digits or, since 2026, a prefix with 40 characters and a checksum (docs/internals/service.md 2.2). */
export const KEY_FORMAT = /^[A-Za-z0-9_]{37,60}$/;

/** `KEY_FORMAT` in words. */
export const KEY_FORM = '37 to 60 letters, digits and _';

export const EMAIL_FORMAT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * What is made of credentials, once for each: a reset, a seed and a restored snapshot replace the whole object.
 */
export function remembered<T>(make: (credentials: Credentials) => T): (credentials: Credentials) => T {
  const known = new WeakMap<Credentials, { readonly made: T }>();
  return (credentials) => {
    const { made } = known.get(credentials) ?? { made: make(credentials) };
    known.set(credentials, { made });
    return made;
  };
}
