import type { Credentials } from '../service/credentials';
import { type CredentialIndex, bearerToken, createCredentialIndex, pairOf } from './credential-index';

/**
 * Whom rate limits count a request for (docs/internals/service.md 2.4): the user, with all tokens and the key together. A token
 * without a user is a caller of its own; a request without credentials that the service knows counts for its address.
 */
export type Callers = (headers: Headers, credentials: Credentials, address: string) => string;

export function createCallers(): Callers {
  const indexed = createCredentialIndex();
  return (headers, credentials, address) => {
    const index = indexed(credentials);
    return ofToken(headers, index) ?? ofKey(headers, index) ?? `address ${address}`;
  };
}

function ofToken(headers: Headers, { tokens }: CredentialIndex): string | undefined {
  const sent = bearerToken(headers.get('authorization') ?? '');
  const found = sent === undefined ? undefined : tokens.get(sent);
  if (found === undefined) return undefined;
  return found.user === undefined ? `token ${found.token}` : `user ${found.user}`;
}

function ofKey(headers: Headers, { pairs }: CredentialIndex): string | undefined {
  const email = headers.get('x-auth-email');
  // A token that is sent as well decides, even a wrong one.
  if (headers.has('authorization') || !pairs.has(pairOf(email, headers.get('x-auth-key')))) return undefined;
  return `user ${email}`;
}
