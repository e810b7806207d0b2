import { type Permission, tokenStatus } from '../service/credentials';
import type { Service } from '../service/service';

/** A token or a key of the state, and what it may do. */
export interface CredentialView {
  /** What a client sends: a bearer token, or an e-mail address with its key. */
  readonly sent: { readonly token: string } | { readonly email: string; readonly key: string };
  /** Its status by the clock. Only an active one is accepted. */
  readonly status: 'active' | 'disabled' | 'expired';
  /** What it may do; `all` if nothing limits it. */
  readonly permissions: 'all' | readonly Permission[];
  /** Ids of the zones that it reaches. */
  readonly zones: readonly string[];
}

/** The tokens of the state, then the keys. */
export function credentialViews({ state, clock }: Service): readonly CredentialView[] {
  const { tokens, keys } = state.credentials;
  const all = [...state.zones.keys()];
  return [
    ...tokens.map((token) => ({
      sent: { token: token.token },
      status: tokenStatus(token, clock.now()),
      permissions: token.permissions,
      zones: token.zones === 'all' ? all : [...new Set(token.zones)],
    })),
    ...keys.map(({ email, key }) => ({
      sent: { email, key },
      status: 'active' as const,
      permissions: 'all' as const,
      zones: all,
    })),
  ];
}
