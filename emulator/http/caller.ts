import type { ApiToken, Credentials } from '../service/credentials';

/**
 * Whom rate limits count a request for (docs/service.md 2.4): the user, with all tokens and the key together. A token
 * without a user is a caller of its own; a request without credentials that the service knows counts for its address.
 */
export type Callers = (headers: Headers, credentials: Credentials, address: string) => string;

interface Known {
  readonly credentials: Credentials;
  readonly tokens: ReadonlyMap<string, ApiToken>;
  readonly keys: ReadonlyMap<string, string>;
}

/** An index of the credentials: there may be one for each of ten thousand zones. */
export function createCallers(): Callers {
  let known = index({ tokens: [], keys: [] });
  return (headers, credentials, address) => {
    // A reset, a seed and a restored snapshot replace the whole object of credentials.
    if (known.credentials !== credentials) known = index(credentials);
    return ofToken(headers, known) ?? ofKey(headers, known) ?? `address ${address}`;
  };
}

function index(credentials: Credentials): Known {
  return {
    credentials,
    // If two entries have one token, the first decides, as it does for what the token may do.
    tokens: new Map(credentials.tokens.toReversed().map((known) => [known.token, known])),
    keys: new Map(credentials.keys.map(({ email, key }) => [`${email} ${key}`, email])),
  };
}

function ofToken(headers: Headers, { tokens }: Known): string | undefined {
  const sent = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const found = sent === undefined ? undefined : tokens.get(sent);
  if (found === undefined) return undefined;
  return found.user === undefined ? `token ${found.token}` : `user ${found.user}`;
}

function ofKey(headers: Headers, { keys }: Known): string | undefined {
  const email = keys.get(`${headers.get('x-auth-email')} ${headers.get('x-auth-key')}`);
  // A token that is sent as well decides, even a wrong one.
  return email === undefined || headers.has('authorization') ? undefined : `user ${email}`;
}
