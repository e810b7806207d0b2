import type { Credentials } from '../service/credentials';

/** What stands in the journal for a secret. */
export const REDACTED = '[redacted]';

// A shorter text in a credential header is no credential, and would be taken out of ordinary words.
const SHORTEST_SECRET = 8;

/** Headers that hold nothing but a secret. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-auth-key',
  'x-auth-user-service-key',
  'cookie',
]);

/** The headers with lower-case names, without their secrets; the scheme of a bearer token stays. */
export function redactedHeaders(headers: Headers, redact: Redact): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => {
      if (!SECRET_HEADERS.has(name)) return [name, redact(value)];
      return [name, /^Bearer\s/i.test(value) ? `Bearer ${REDACTED}` : REDACTED];
    }),
  );
}

/** Takes every secret out of a value, whole or in part of a text, at any depth. */
export type Redact = <T>(value: T) => T;

/** Knows the credentials of the service and those that the request itself carries, right or wrong. */
export function redactor(credentials: Credentials, headers: Headers): Redact {
  const sent = [
    headers.get('authorization')?.replace(/^Bearer\s+/i, ''),
    headers.get('authorization'),
    headers.get('x-auth-key'),
  ];
  const known = [...credentials.tokens.map(({ token }) => token), ...credentials.keys.map(({ key }) => key)];
  const secrets = [...sent.filter((text) => (text?.length ?? 0) >= SHORTEST_SECRET), ...known].filter(
    (secret) => secret !== undefined && secret !== null,
  );
  // Longest first: one secret may be part of another.
  secrets.sort((a, b) => b.length - a.length);
  const inText = (text: string): string =>
    secrets.reduce((result, secret) => result.replaceAll(secret, REDACTED), text);
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [inText(name), inValue(member)]));
  };
  return <T>(value: T): T => inValue(value) as T;
}
