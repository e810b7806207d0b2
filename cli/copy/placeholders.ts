import { pbkdf2Sync } from 'node:crypto';
import { isOpenParameter, isRecord, OBJECT_STORES } from '../../schema';
import { OPEN_PATH, REDACTED, SCHEME_OF_CREDENTIALS, TOKEN_IN_HOST } from '../adopt/destination';

/** What every placeholder begins with. */
const PREFIX = 'hidden-';

/** How long a placeholder is without its end. */
const LENGTH = PREFIX.length + 16;

/** What a placeholder looks like, wherever it stands. The ends make a host or an address of it that is nobody's. */
export const PLACEHOLDER = /hidden-[0-9a-f]{16}(?:(?:@example)?\.invalid)?/g;

/** An expression that compares what a client may prove itself with: then all that it compares is hidden. */
export const COMPARES_SECRET = /headers|cookie|hmac|\.(?:query|args|body)|authorization/i;

/** What looks random in a text that another expression compares. */
export const RANDOM = /(?<!hidden-)\b(?=\w*\d)(?=\w*[A-Za-z])\w{10,}\b/g;

/** A name that says so, of a variable. */
export const NAMES_SECRET = /auth|token|secret|key|sign|passw|bearer|credential/i;

/** Words, the name of a host, or a small number: no secret by its looks, and needed where it stands in other texts. */
export const PLAIN =
  /^(?:[A-Za-z][a-z]{0,14}(?:[\W_]+[A-Za-z]?[a-z]{0,14})*|(?:[a-z0-9-]+\.)+[a-z]{2,}|\d{1,9})$/;

/** A text in an expression, raw or not, or the name of a header in brackets. */
const LITERAL = /\["(?:[^"\\]|\\.)*"\]|r(#*)"(.*?)"\1|"((?:[^"\\]|\\.)*)"/gs;

/** A parameter of a URL whose name says that it grants access. */
const SECRET_PARAMETER = /((?:^|[?&"])[\w.-]*(?:auth|token|secret|key|sig|password)[\w.-]*=)([^&#\s"'\\]+)/gi;

const EMAIL = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/** Iterations that make it dear to try many values. */
const ITERATIONS = 20_000;

/** What was computed so dearly. */
const DIGESTS = new Map<string, string>();

/** A shorter text occurs in too many others to be removed from them. */
const SHORTEST = 6;

/**
 * Replaces secrets by placeholders: the same for the same secret, in every copy. A placeholder does not reveal its secret;
 * who has the secret can compute it, so that a rehearsal on a machine with the secrets puts them back.
 */
export class Placeholders {
  readonly #known = new Map<string, string>();
  /** Known secrets by their first characters. */
  readonly #byStart = new Map<string, Set<string>>();

  /** The placeholder of a secret, as it stands in its text. */
  of(secret: string, end = ''): string {
    if (secret.startsWith(PREFIX)) return secret;
    const known = this.#known.get(secret);
    if (known !== undefined) return known + end;
    const digest =
      DIGESTS.get(secret) ?? pbkdf2Sync(secret, 'zonewright copy', ITERATIONS, 8, 'sha256').toString('hex');
    DIGESTS.set(secret, digest);
    this.#known.set(secret, PREFIX + digest);
    if (secret.length < SHORTEST || PLAIN.test(secret)) return PREFIX + digest + end;
    const start = secret.slice(0, SHORTEST);
    this.#byStart.set(start, (this.#byStart.get(start) ?? new Set()).add(secret));
    return PREFIX + digest + end;
  }

  /** A JSON value without its secrets and e-mail addresses, also where a known one stands in another text. */
  hide<T>(value: T): T {
    return replaceTexts(this.#hide(value, ''), (text, name) =>
      ID.test(name) ? text : this.#replaced(text),
    ) as T;
  }

  /** @param name of the member @param isHeader whether it stands below `headers`, which a rule sets */
  #hide(value: unknown, name: string, isHeader = false): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#hide(each, name, isHeader));
    if (isRecord(value))
      return Object.fromEntries(
        Object.entries(value).map(([member, each]) => [
          member,
          this.#hide(each, member, isHeader || (name === 'headers' && isRecord(each))),
        ]),
      );
    if (typeof value !== 'string') return value;
    if (isHeader && name === 'value' && value !== '') return this.of(value);
    const text =
      name === 'destination_conf'
        ? this.destination(value)
        : (name === 'expression' ? this.#withoutLiterals(value, isHeader) : value).replace(
            SECRET_PARAMETER,
            (_, start: string, secret: string) => start + this.of(secret),
          );
    return text.includes('@') ? text.replace(EMAIL, (each) => this.of(each, '@example.invalid')) : text;
  }

  /** @param isSecret whether all literals are hidden, whatever the expression compares */
  #withoutLiterals(expression: string, isSecret: boolean): string {
    const isHidden = isSecret || COMPARES_SECRET.test(expression);
    return expression.replace(LITERAL, (all, _hashes, raw?: string, text?: string) => {
      const literal = raw ?? text ?? '';
      if (!isHidden) return all.replace(RANDOM, (each) => this.of(each));
      return literal === '' ? all : `"${this.of(literal)}"`;
    });
  }

  /** A destination of the same form whose secrets are placeholders. */
  destination(text: string): string {
    const match = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#@]*)@)?([^/?#@]*)([^?#]*)(?:\?(.*))?$/s.exec(text);
    if (!match) return `s3://${this.of(text)}?region=${PREFIX.slice(0, -1)}`;
    const [, scheme = '', user, host = '', path = '', query] = match;
    const isStore = OBJECT_STORES.has(scheme);
    const shownHost = !isStore && TOKEN_IN_HOST.test(host) ? this.of(host, '.invalid') : host;
    const shownPath = isStore || OPEN_PATH.test(path) ? path : `/${this.of(path.slice(1))}`;
    const parameters = query?.split('&').map((part) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      const isOpen = scheme !== 'azure' && isOpenParameter(scheme, name, unescaped(value));
      if (isOpen || value === '' || REDACTED.test(value)) return part;
      const [kept = ''] = /^(?:base64|url):/.exec(value) ?? SCHEME_OF_CREDENTIALS.exec(value) ?? [];
      const secret = value.slice(kept.length);
      // Other members may show it decoded.
      this.of(unescaped(secret));
      return `${name}=${kept}${this.of(secret)}`;
    });
    const shownUser = user ? `${this.of(user)}@` : '';
    return `${scheme}://${shownUser}${shownHost}${shownPath}${parameters ? `?${parameters.join('&')}` : ''}`;
  }

  /** A text in which the secrets that are known stand again in the places of their placeholders. */
  putBack<T>(value: T): T {
    const secrets = new Map([...this.#known].map(([secret, placeholder]) => [placeholder, secret]));
    return replaceTexts(value, (text) =>
      text.replace(PLACEHOLDER, (each) => secrets.get(each.slice(0, LENGTH)) ?? each),
    ) as T;
  }

  /** In one pass, however many secrets are known. */
  #replaced(text: string): string {
    let [done, from] = ['', 0];
    for (let at = 0; at + SHORTEST <= text.length; at += 1) {
      let secret = '';
      for (const each of this.#byStart.get(text.slice(at, at + SHORTEST)) ?? [])
        if (each.length > secret.length && text.startsWith(each, at)) secret = each;
      if (secret === '') continue;
      done += text.slice(from, at) + this.of(secret);
      from = at + secret.length;
      at = from - 1;
    }
    return from === 0 ? text : done + text.slice(from);
  }
}

/** Members by which objects are found. */
const ID = /(?:^|_)id$|^path$/;

function replaceTexts(value: unknown, replace: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return replace(value, name);
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, replace, name));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, replaceTexts(each, replace, member)]),
  );
}

function unescaped(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return '\0';
  }
}
