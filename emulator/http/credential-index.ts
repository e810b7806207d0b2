import type { ApiToken, Credentials } from '../service/credentials';

/** The credentials by what requests send of them. */
export interface CredentialIndex {
  readonly tokens: ReadonlyMap<string, ApiToken>;
  /** E-mail addresses with their keys, as `pairOf` writes them. */
  readonly pairs: ReadonlySet<string>;
}

/** Indexes credentials when they are first asked for: there may be one for each of ten thousand zones. */
export function createCredentialIndex(): (credentials: Credentials) => CredentialIndex {
  let known: { readonly of: Credentials; readonly index: CredentialIndex } | undefined;
  return (credentials) => {
    // A reset, a seed and a restored snapshot replace the whole object of credentials.
    if (known?.of !== credentials) known = { of: credentials, index: indexOf(credentials) };
    return known.index;
  };
}

function indexOf({ tokens, keys }: Credentials): CredentialIndex {
  return {
    // If two entries have one token, the first decides.
    tokens: new Map(tokens.toReversed().map((known) => [known.token, known])),
    pairs: new Set(keys.map(({ email, key }) => pairOf(email, key))),
  };
}

/** An e-mail address and a key, with a space between them, which neither can contain. */
export function pairOf(email: string | null, key: string | null): string {
  return `${email} ${key}`;
}

/** The token of an `Authorization` header; `undefined` if it has another form. */
export function bearerToken(authorization: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}
