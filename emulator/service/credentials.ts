/** What a token may do. The names are the emulator's own: the specification shows none (docs/service.md 2.2). */
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

/** The part of the service that a permission belongs to. */
type ServiceArea = 'rulesets' | 'logpush' | 'waf' | 'zone';

/** The area of a permission: the text before its colon. */
export function areaOf(permission: Permission): ServiceArea {
  return permission.slice(0, permission.indexOf(':')) as ServiceArea;
}

export interface ApiToken {
  readonly token: string;
  /** E-mail address of the user whose token it is. A token without one is a caller of its own for rate limits. */
  readonly user?: string;
  readonly permissions: 'all' | readonly Permission[];
  /** Ids of the zones that the token may use. */
  readonly zones: 'all' | readonly string[];
}

/** An e-mail address with its key, which has every permission for every zone. */
export interface ApiKey {
  readonly email: string;
  readonly key: string;
}

export interface Credentials {
  readonly tokens: readonly ApiToken[];
  readonly keys: readonly ApiKey[];
}

/** At least 40 letters, digits, `-` and `_`. Keys are shorter, so that a key used as a token is detected. */
export const TOKEN_FORMAT = /^[A-Za-z0-9_-]{40,128}$/;

/** 37 to 39 letters and digits. */
export const KEY_FORMAT = /^[A-Za-z0-9]{37,39}$/;

export const EMAIL_FORMAT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
