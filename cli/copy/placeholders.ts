import { pbkdf2Sync } from 'node:crypto';
import { isOpenParameter, isRecord, OBJECT_STORES } from '../../schema';
import { OPEN_PATH, SCHEME_OF_CREDENTIALS, TOKEN_IN_HOST } from '../adopt/destination';

/** What every placeholder begins with. */
const PREFIX = 'hidden-';

/** What a placeholder looks like, wherever it stands. */
export const PLACEHOLDER = /hidden-[0-9a-f]{16}/g;

/** Members that hold an e-mail address. */
const EMAIL = /e-?mail/i;

/** Headers whose values grant access, in rules that set them. */
const SECRET_HEADER = /auth|token|secret|api-?key|cookie|password/i;

/** Iterations that make it dear to try many values. */
const ITERATIONS = 20_000;

/**
 * Replaces secrets by placeholders: the same for the same secret, in every copy. A placeholder does not reveal its secret;
 * who has the secret can compute it, so that a rehearsal on a machine with the secrets puts them back.
 */
export class Placeholders {
  readonly #known = new Map<string, string>();

  /** The placeholder of a secret, as it stands in its text. */
  of(secret: string): string {
    const known = this.#known.get(secret);
    if (known !== undefined || secret.startsWith(PREFIX)) return known ?? secret;
    const digest = pbkdf2Sync(secret, 'zonewright copy', ITERATIONS, 8, 'sha256').toString('hex');
    this.#known.set(secret, PREFIX + digest);
    return PREFIX + digest;
  }

  /** A JSON value without its secrets, also where one stands in the text of another member. */
  hide<T>(value: T): T {
    const hidden = this.#hide(value, '');
    const secrets = [...this.#known].filter(([secret]) => secret.length >= SHORTEST).sort(byLength);
    return replaceTexts(hidden, (text) =>
      secrets.reduce((done, [secret, placeholder]) => done.replaceAll(secret, placeholder), text),
    ) as T;
  }

  #hide(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#hide(each, name));
    if (isRecord(value))
      return Object.fromEntries(
        Object.entries(value).map(([member, each]) => {
          const isHeader = SECRET_HEADER.test(member) && isRecord(each) && typeof each['value'] === 'string';
          return [
            member,
            isHeader ? { ...each, value: this.of(String(each['value'])) } : this.#hide(each, member),
          ];
        }),
      );
    if (typeof value !== 'string') return value;
    if (name === 'destination_conf') return this.destination(value);
    return EMAIL.test(name) && value.includes('@') ? `${this.of(value)}@example.invalid` : value;
  }

  /** A destination of the same form whose secrets are placeholders. */
  destination(text: string): string {
    const match = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#@]*)@)?([^/?#@]*)([^?#]*)(?:\?(.*))?$/s.exec(text);
    if (!match) return `s3://${this.of(text)}?region=${PREFIX.slice(0, -1)}`;
    const [, scheme = '', user, host = '', path = '', query] = match;
    const isStore = OBJECT_STORES.has(scheme);
    const shownHost = !isStore && TOKEN_IN_HOST.test(host) ? `${this.of(host)}.invalid` : host;
    const shownPath = isStore || OPEN_PATH.test(path) ? path : `/${this.of(path.slice(1))}`;
    const parameters = query?.split('&').map((part) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      if (value === '' || (scheme !== 'azure' && isOpenParameter(scheme, name, unescaped(value))))
        return part;
      const [kept = ''] = /^(?:base64|url):/.exec(value) ?? SCHEME_OF_CREDENTIALS.exec(value) ?? [];
      return `${name}=${kept}${this.of(value.slice(kept.length))}`;
    });
    const shownUser = user ? `${this.of(user)}@` : '';
    return `${scheme}://${shownUser}${shownHost}${shownPath}${parameters ? `?${parameters.join('&')}` : ''}`;
  }

  /** The secrets that were seen, by their placeholders. */
  get secrets(): ReadonlyMap<string, string> {
    return new Map([...this.#known].map(([secret, placeholder]) => [placeholder, secret]));
  }
}

/** A shorter text occurs in too many others to be removed from them. */
const SHORTEST = 6;

function byLength([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return other.length - one.length;
}

/** A JSON value with each text replaced. */
export function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, replace));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceTexts(each, replace)]));
}

function unescaped(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return '\0';
  }
}
