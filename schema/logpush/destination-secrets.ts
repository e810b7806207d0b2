import {
  destinationScheme,
  HEADER_PREFIX,
  isOpenParameter,
  parametersIn,
  parseDestination,
} from './destination';
import type { Problem } from '../description/problem';

/** A shorter text occurs in too many other texts to be removed from them. */
const SHORTEST_SECRET = 6;

/** Tokens in a path are longer than ordinary path segments. */
const SHORTEST_TOKEN = 16;

/**
 * The part of a destination that holds no secret: the scheme, the host and the path in a bucket. For a text that is not
 * a destination, only the scheme.
 */
export function shownDestination(text: string): string {
  const destination = parseDestination(text);
  if (destination === undefined) return `${/^[a-z][a-z0-9+.-]*(?=:\/\/)/.exec(text)?.[0] ?? ''}://`;
  const { scheme, host, path } = destination;
  return `${scheme}://${host}${destinationScheme(scheme)?.isStore && path !== '' ? `/${path}` : ''}`;
}

/** The texts in a destination that may grant access, as written and decoded; the whole text first. */
export function destinationSecrets(text: string): readonly string[] {
  const destination = parseDestination(text);
  const scheme = destination?.scheme ?? '';
  // What cannot be decoded is secret wherever it stands.
  const secret =
    destination && parametersIn(text)?.filter((one) => !isOpenParameter(scheme, one.name, one.value));
  const parts = /\?([^#]*)/.exec(text)?.[1]?.split('&') ?? [];
  // Where a value is empty, the name may be the secret.
  const values =
    secret?.map(({ raw, name }) => raw || name) ?? parts.map((part) => part.slice(part.indexOf('=') + 1));
  const decoded = (secret ?? []).flatMap(({ value, raw }) => [
    decodeURIComponent(raw),
    // The secret of a header's credentials follows the scheme, as in `Basic …`; of a key, its encoding, as in `base64:…`.
    ...[value, ...value.split(/\s+/).slice(1), value.replace(/^\w+:(?!\/\/)/, '')],
  ]);
  const users = [text, ...decoded].map(userOf).flatMap((user) => [user, ...user.split(':')]);
  // The path of an HTTP receiver may be the secret.
  const path = destination && !destinationScheme(scheme)?.isStore ? destination.path.split('/') : [];
  const tokens = path.filter((part) => part.length >= SHORTEST_TOKEN);
  const found = [...values, ...decoded, ...users, ...tokens];
  return [...new Set([text, ...found.filter((part) => part.length >= SHORTEST_SECRET)])];
}

/** Whether a destination may hold secrets: all do, except object stores whose parameters only locate them. */
export function mayHoldSecrets(text: string): boolean {
  const destination = parseDestination(text);
  if (destination === undefined || !destinationScheme(destination.scheme)?.isStore) return true;
  const { scheme, parameters } = destination;
  return text.includes('@') || [...parameters].some(([name, value]) => !isOpenParameter(scheme, name, value));
}

/** Whether two destinations have the same address and parameters, regardless of order and encoding. */
export function sameDestination(one: string, other: string): boolean {
  return one === other || destinationMeaning(one) === destinationMeaning(other);
}

/** A canonical text, secrets included: the same for all spellings of a destination, unique for any other text. */
export function destinationMeaning(text: string): string {
  const destination = parseDestination(text);
  if (destination === undefined) return `text ${text}`;
  const { scheme, host, path } = destination;
  return `destination ${JSON.stringify([scheme, host, path, sorted(text), userOf(text)])}`;
}

/** The parameters by name; those of one name in their order. */
function sorted(text: string): readonly (readonly [string, string])[] {
  const all = (parametersIn(text) ?? []).map(({ name, value }) => [name, value] as const);
  return all.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

/** User information, which `Destination` leaves out. */
function userOf(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#@]*)@/.exec(text)?.[1] ?? '';
}

/** Names of parameters that grant access; `sig` is a shared access signature. */
const CREDENTIAL = /key|secret|token|password|passwd|credential|auth|cookie|signature|^sig$|^code$/i;

/** Whether what has this name may hold a secret. */
export function namesCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** Headers that say what is sent, and grant no access. */
const OPEN_HEADER = /^header_(?:accept|content-|user-agent$)/i;

/** Whether a parameter grants access: by the table of destinations, by its name, or because its value has credentials. */
function isCredential(scheme: string, name: string, value: string): boolean {
  if (value === '' || isOpenParameter(scheme, name, value)) return false;
  if (destinationScheme(scheme)?.secret?.includes(name) || namesCredential(name)) return true;
  return (name.startsWith(HEADER_PREFIX) && !OPEN_HEADER.test(name)) || userOf(value) !== '';
}

/** Names that can be shown. Anything else may be the secret itself. */
const SHOWN_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** Path segments that look random: digits with letters of both cases, or a long hexadecimal number. */
const RANDOM_PARTS = [/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w=.+~-]{20,}$/, /^[0-9a-fA-F-]{24,}$/];

/** A destination that holds credentials and is stored. The warning names them and never shows their values. */
export function storedCredentials(text: string): Problem | undefined {
  const found = credentialsIn(text);
  if (found.length === 0) return undefined;
  return {
    code: 'credentials_stored',
    path: [],
    message: `The destination holds credentials (${found.join(', ')}), and is stored in the state and in saved plans.`,
    hint:
      'To keep them out, set destination_conf_wo and destination_conf_wo_version instead (Terraform or OpenTofu 1.11 ' +
      'or newer).',
  };
}

/** The names of what grants access in a destination, without the values. */
export function credentialsIn(text: string): readonly string[] {
  const destination = parseDestination(text);
  if (destination === undefined) return [];
  const { scheme, path } = destination;
  const found = (parametersIn(text) ?? []).filter((one) => isCredential(scheme, one.name, one.value));
  const isToken =
    !destinationScheme(scheme)?.isStore &&
    path.split('/').some((part) => RANDOM_PARTS.some((random) => random.test(part)));
  return [
    ...new Set(found.map(({ name }) => (SHOWN_NAME.test(name) ? name : 'a parameter'))),
    ...(userOf(text) === '' ? [] : ['user information']),
    ...(isToken ? ['a token in the path'] : []),
  ];
}
