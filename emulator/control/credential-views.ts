import { callerOfKey, callerOfToken, withMemberships } from '../http/authenticate';
import { type Caller, type Permission, reachesZone, tokenStatus } from '../service/credentials';
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
  // There may be a token for each of ten thousand zones.
  const zonesOf = (caller: Caller): readonly string[] => {
    const rights = withMemberships(caller, state);
    if (rights.zones !== 'all') return [...new Set(rights.zones)];
    if (rights.accounts === 'all') return all;
    return [...state.zones.values()].filter((zone) => reachesZone(rights, zone)).map(({ id }) => id);
  };
  return [
    ...tokens.map((token) => ({
      sent: { token: token.token },
      status: tokenStatus(token, clock.now()),
      permissions: token.permissions,
      zones: zonesOf(callerOfToken(token)),
    })),
    ...keys.map(({ email, key }) => ({
      sent: { email, key },
      status: 'active' as const,
      permissions: 'all' as const,
      zones: zonesOf(callerOfKey(email)),
    })),
  ];
}
