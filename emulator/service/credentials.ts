import type { Permission } from './permission';

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
