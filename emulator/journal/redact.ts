import { REDACTED } from '../checks/shown-text';
import { redactedDestination } from '../destinations/redact-destination';
import type { Credentials } from '../service/credentials';

// A shorter text in a credential header is not a credential, and would be removed from ordinary words.
const SHORTEST_SECRET = 8;

/** Headers that contain only a secret. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-auth-key',
  'x-auth-user-service-key',
  'cookie',
]);

/** Members that hold a secret at any depth of a body (docs/internals/service.md 5.2), and what to show of them. */
const SECRET_MEMBERS: ReadonlyMap<string, (text: string) => string> = new Map([
  ['destination_conf', redactedDestination],
  ['ownership_challenge', () => REDACTED],
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

/** Removes every secret from a value, whole or within a text, at any depth. */
type Redact = <T>(value: T) => T;

/**
 * Secrets are the credentials of the service, those in the request itself, right or wrong, and the secret members.
 */
export function redactor(secretsIn: SecretFinder, headers: Headers): Redact {
  const sent = [
    headers.get('authorization')?.replace(/^Bearer\s+/i, ''),
    headers.get('authorization'),
    headers.get('x-auth-key'),
  ].filter((text) => typeof text === 'string' && text.length >= SHORTEST_SECRET) as string[];
  const inText = (text: string): string =>
    [...sent, ...secretsIn(text)]
      // Longest first: one secret may be part of another.
      .sort((a, b) => b.length - a.length)
      .reduce((result, secret) => result.replaceAll(secret, REDACTED), text);
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const shown = SECRET_MEMBERS.get(name);
        return [inText(name), inValue(shown === undefined ? member : secretMember(member, shown))];
      }),
    );
  };
  return <T>(value: T): T => inValue(value) as T;
}

function secretMember(value: unknown, shown: (text: string) => string): unknown {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.map((item) => secretMember(item, shown));
  return value === null ? null : REDACTED;
}

/** A text that is not JSON, cut off after the first name of a secret member. */
export function redactedText(text: string): string {
  const ends = [...SECRET_MEMBERS.keys()]
    .map((name) => ({ at: text.indexOf(name), name }))
    .filter(({ at }) => at !== -1)
    .map(({ at, name }) => at + name.length);
  return ends.length === 0 ? text : `${text.slice(0, Math.min(...ends))}${REDACTED}`;
}

/** No token and no key is shorter: `TOKEN_FORMAT` and `KEY_FORMAT`. */
const LONG_WORD = /[A-Za-z0-9_-]{37,}/g;

/** Finds the service's credentials in a text, whole or within a longer word. */
export type SecretFinder = (text: string) => readonly string[];

/** There may be thousands of credentials, so words are looked up; the text is searched only for unusually long ones. */
export function secretFinder({ tokens, keys }: Credentials): SecretFinder {
  const secrets = new Set([...tokens.map(({ token }) => token), ...keys.map(({ key }) => key)]);
  return (text) =>
    (text.match(LONG_WORD) ?? []).flatMap((word) =>
      secrets.has(word) ? [word] : [...secrets].filter((secret) => word.includes(secret)),
    );
}
