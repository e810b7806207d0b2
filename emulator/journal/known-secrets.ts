import type { Credentials } from '../service/credentials';

/** No token and no key is shorter: `TOKEN_FORMAT` and `KEY_FORMAT`. */
const LONG_WORD = /[A-Za-z0-9_-]{37,}/g;

/** Tells which of the service's credentials stand in a text, whole or within a longer word. */
export type KnownSecrets = (text: string) => readonly string[];

/** There may be thousands of credentials, so words are looked up; a text is searched only for odd long ones. */
export function knownSecrets({ tokens, keys }: Credentials): KnownSecrets {
  const secrets = new Set([...tokens.map(({ token }) => token), ...keys.map(({ key }) => key)]);
  return (text) =>
    (text.match(LONG_WORD) ?? []).flatMap((word) =>
      secrets.has(word) ? [word] : [...secrets].filter((secret) => word.includes(secret)),
    );
}
