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

/** The area of a permission: what stands before its colon. */
export function areaOf(permission: Permission): ServiceArea {
  return permission.slice(0, permission.indexOf(':')) as ServiceArea;
}

export interface ApiToken {
  readonly token: string;
  readonly permissions: 'all' | readonly Permission[];
  /** Ids of the zones that the token reaches. */
  readonly zones: 'all' | readonly string[];
}

/** An e-mail address with its key; it reaches every zone with every permission. */
export interface ApiKey {
  readonly email: string;
  readonly key: string;
}

export interface Credentials {
  readonly tokens: readonly ApiToken[];
  readonly keys: readonly ApiKey[];
}

/** Letters, digits, `-` and `_`, at least 40 of them. A key is shorter, so that one used as a token is seen. */
export const TOKEN_FORMAT = /^[A-Za-z0-9_-]{40,128}$/;

/** Letters and digits, 37 to 39 of them. */
export const KEY_FORMAT = /^[A-Za-z0-9]{37,39}$/;

export const EMAIL_FORMAT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
