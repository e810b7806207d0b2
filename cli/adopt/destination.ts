import { destinationScheme, HEADER_PREFIX, isOpenParameter, logpushJobSchema } from '../../schema';
import { slug } from './names';

/** A secret that a variable stands for. */
export interface Secret {
  readonly variable: string;
  /** What it is, for people. */
  readonly description: string;
  /** Undefined where the service does not show it. */
  readonly value: string | undefined;
  /** Whether the value is percent-encoded where the variable stands. Otherwise it is there as it is in the text. */
  readonly encoded: boolean;
}

/** A part of a text: as it is, or a secret. */
export type Piece = string | Secret;

/** A destination whose secrets are variables. */
export interface SplitDestination {
  /** With the values of the secrets, exactly the text of the service. */
  readonly pieces: readonly Piece[];
  readonly scheme: string;
  /** Its parts, if it has no user information and no fragment. */
  readonly parts?: DestinationParts;
}

export interface DestinationParts {
  readonly host: string;
  /** With the slash that begins it; empty if there is none. */
  readonly path: readonly Piece[];
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly value: readonly Piece[];
}

/** A part of a host that is as long as a token and has digits: the address of a receiver may be all that protects it. */
const TOKEN_IN_HOST = /(?=[^.]*\d)[a-z0-9-]{16,}/i;

/** A path that is certainly no secret: short words of lower-case letters, and versions. */
export const OPEN_PATH = /^(?:\/(?:[a-z]{1,12}(?:-[a-z]{1,12})*|v\d{1,2}))*\/?$/;

/** A parameter's name that can be shown: any other may be the secret itself. */
const OPEN_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/;

/** The word before the credentials in a header, as it stands in a URL. */
const SCHEME_OF_CREDENTIALS = /^(?:Bearer|Basic|Splunk|Token|ApiKey)(?:%20|\+)(?=.)/i;

/** What services show instead of a secret. */
const REDACTED = /^(?:[^*]*\*{3,}[^*]*|x{4,}|[[(<]?(?:redacted|hidden|masked)[\])>]?)$/i;

/**
 * Takes the secrets out of a destination: what may grant access becomes a variable, the rest stays as it is.
 *
 * @param prefix the name of the job's resource, which begins the names of the variables
 * @param taken names that are in use; those of the variables are added
 */
export function splitDestination(text: string, prefix: string, taken: Set<string>): SplitDestination {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#@\s]+)((?:\/[^?#\s]*)?)(?:\?([^#\s]*))?$/.exec(text);
  const scheme = /^[a-z][a-z0-9+.-]*(?=:\/\/)/.exec(text)?.[0] ?? '';
  const secret = (name: string, raw: string, isParameter = false): Secret => {
    const base = `${prefix}_${slug(name) || 'secret'}`;
    let variable = base;
    for (let number = 2; taken.has(variable); number += 1) variable = `${base}_${number}`;
    taken.add(variable);
    const value = isParameter ? decoded(raw) : undefined;
    // Only what is encoded to exactly this text can be encoded where the variable stands.
    const plain = value !== undefined && urlencoded(value) === raw ? value : undefined;
    const found = REDACTED.test(raw)
      ? { value: undefined, encoded: isParameter }
      : { value: plain ?? raw, encoded: plain !== undefined };
    const form = found.encoded ? '' : ', as it stands in its URL';
    const missing = found.value === undefined ? ' The service did not show its value.' : '';
    const description = `A secret of the destination of ${logpushJobSchema.type}.${prefix}${form}.${missing}`;
    return { variable, description, ...found };
  };
  const whole = (): SplitDestination => ({ scheme, pieces: [secret('destination', text)] });
  if (match === null) return whole();
  const [, , host = '', path = '', query] = match;
  const { isStore, isQuerySecret } = destinationScheme(scheme) ?? {};
  if (!isStore && TOKEN_IN_HOST.test(host)) return whole();
  const pathPieces = isStore || OPEN_PATH.test(path) ? [path] : ['/', secret('path', path.slice(1))];
  const beginning = [`${scheme}://${host}`, ...pathPieces];
  if (query === undefined || query === '')
    return { scheme, pieces: merged([...beginning, ...(query === '' ? ['?'] : [])]) };
  // A shared access signature is one secret, whose parts belong together.
  if (isQuerySecret) return { scheme, pieces: merged([...beginning, '?', secret('sas_token', query)]) };
  const sent = query.split('&').map((part) => part.split(/=(.*)/s));
  // Where there is no value, the name may be the secret.
  const mayBeSecret = ([name = '', value = '']: readonly string[]): boolean =>
    !OPEN_NAME.test(name) || (value === '' && !isOpen(scheme, name, value));
  if (sent.some((part) => part.length < 2 || mayBeSecret(part))) return whole();
  const parameters = sent.map(([name = '', value = '']): Parameter => {
    if (isOpen(scheme, name, value)) return { name, value: [value] };
    const header = name.startsWith(HEADER_PREFIX) ? name.slice(HEADER_PREFIX.length) : undefined;
    const [word = ''] = header === undefined ? [] : (SCHEME_OF_CREDENTIALS.exec(value) ?? []);
    const held = secret(header ?? name, value.slice(word.length), true);
    return { name, value: word === '' ? [held] : [word, held] };
  });
  return {
    scheme,
    pieces: merged([
      ...beginning,
      '?',
      ...parameters.flatMap(({ name, value }, index) => [`${index > 0 ? '&' : ''}${name}=`, ...value]),
    ]),
    parts: { host, path: merged(pathPieces), parameters },
  };
}

/** A value encoded as the function `urlencode` of the engine does, with `%20` for a space. */
export function urlencoded(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The text that is percent-encoded to this one; undefined if it cannot be decoded. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a parameter is no secret, as it is sent: one that cannot be decoded may be. */
export function isOpen(scheme: string, name: string, raw: string): boolean {
  const value = decoded(raw);
  return value !== undefined && isOpenParameter(scheme, name, value);
}

/** The secrets among the parts of a text. */
export function secretsIn(pieces: readonly Piece[]): readonly Secret[] {
  return pieces.filter((piece) => typeof piece !== 'string');
}

function merged(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece;
    else if (piece !== '') all.push(piece);
  }
  return all;
}
