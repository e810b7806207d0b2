import { OBJECT_STORES, parseDestination } from './destination';
import type { Problem } from '../problem';

/** Parameters that say where a store is, and let nobody in. */
const OPEN_PARAMETERS: ReadonlySet<string> = new Set(['region', 'sse', 'endpoint', 'account-id', 'channel']);

/** A shorter text is found in too many others to be taken out of them. */
const SHORTEST_SECRET = 6;

/** A token in a path is longer than the words around it. */
const SHORTEST_TOKEN = 16;

/**
 * The part of a destination that holds no secret: scheme and host, and the path in a bucket. Of a text that is no
 * destination only the scheme is left.
 */
export function shownDestination(text: string): string {
  const destination = parseDestination(text);
  if (destination === undefined) return `${/^[a-z][a-z0-9+.-]*(?=:\/\/)/.exec(text)?.[0] ?? ''}://`;
  const { scheme, host, path } = destination;
  return `${scheme}://${host}${OBJECT_STORES.has(scheme) && path !== '' ? `/${path}` : ''}`;
}

/** The texts in a destination that may let somebody in, as they stand and decoded; the whole text first. */
export function destinationSecrets(text: string): readonly string[] {
  const destination = parseDestination(text);
  const query = /\?([^#]*)/.exec(text)?.[1] ?? '';
  const values = query.split('&').flatMap((part) => {
    const at = part.indexOf('=');
    const isOpen = OPEN_PARAMETERS.has(part.slice(0, Math.max(at, 0)));
    return isOpen ? [] : [part.slice(at + 1)];
  });
  const decoded = [...(destination?.parameters ?? [])].flatMap(([name, value]) =>
    // Behind the scheme of a header's credentials, as in `Basic …`, stands what lets in.
    OPEN_PARAMETERS.has(name) ? [] : [value, ...value.split(/\s+/).slice(1)],
  );
  const user = userOf(text);
  // Of receivers on the web the path may be what lets in.
  const path = destination && !OBJECT_STORES.has(destination.scheme) ? destination.path.split('/') : [];
  const tokens = path.filter((part) => part.length >= SHORTEST_TOKEN);
  const parts = [...values, ...decoded, user, ...user.split(':'), ...tokens];
  return [...new Set([text, ...parts.filter((part) => part.length >= SHORTEST_SECRET)])];
}

/**
 * Whether a destination holds secrets, or may: everything but an object store whose parameters only say where it is.
 */
export function mayHoldSecrets(text: string): boolean {
  const destination = parseDestination(text);
  if (destination === undefined || !OBJECT_STORES.has(destination.scheme)) return true;
  return text.includes('@') || [...destination.parameters.keys()].some((name) => !OPEN_PARAMETERS.has(name));
}

/** Whether two destinations are the same place with the same parameters, whatever their order and encoding. */
export function sameDestination(one: string, other: string): boolean {
  return one === other || destinationMeaning(one) === destinationMeaning(other);
}

/** One text, secrets included, for all texts of the same destination; a text that is none has its own. */
export function destinationMeaning(text: string): string {
  const destination = parseDestination(text);
  return destination === undefined
    ? `text ${text}`
    : `destination ${JSON.stringify([meaning(destination), userOf(text)])}`;
}

function meaning({
  scheme,
  host,
  path,
  parameters,
}: NonNullable<ReturnType<typeof parseDestination>>): string {
  return JSON.stringify([scheme, host, path, [...parameters].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** User information, which `Destination` leaves out. */
function userOf(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#@]*)@/.exec(text)?.[1] ?? '';
}

/** Parameters that let somebody in, by the words of their names; `sig` is the signature of a shared access. */
const CREDENTIAL = /key|secret|token|password|passwd|credential|auth|cookie|signature|^sig$|^code$/i;

/** Names that can be shown. Of another one it is not certain that it is a name and not the secret itself. */
const SHOWN_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** Parts of a path that no person has made up: of letters of both cases and digits, or a long hexadecimal number. */
const RANDOM_PARTS = [/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w=.+~-]{20,}$/, /^[0-9a-fA-F-]{24,}$/];

/** A destination that holds credentials and is stored. The warning names them, and never shows one. */
export function storedCredentials(text: string): Problem | undefined {
  const found = credentialsIn(text);
  if (found.length === 0) return undefined;
  return {
    code: 'credentials_stored',
    path: [],
    message: `The destination holds credentials (${found.join(', ')}), and is stored in the state and in saved plans.`,
    hint:
      'To keep them out, give it as destination_conf_wo with destination_conf_wo_version (Terraform or OpenTofu 1.11 ' +
      'or newer).',
  };
}

/** What of a destination lets somebody in, without its values. */
export function credentialsIn(text: string): readonly string[] {
  const destination = parseDestination(text);
  if (destination === undefined) return [];
  const { scheme, path, parameters } = destination;
  const names = [...parameters].filter(([name, value]) => value !== '' && CREDENTIAL.test(name));
  const isUser = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+@/.test(text);
  const isToken =
    !OBJECT_STORES.has(scheme) &&
    path.split('/').some((part) => RANDOM_PARTS.some((random) => random.test(part)));
  return [
    ...new Set(names.map(([name]) => (SHOWN_NAME.test(name) ? name : 'a parameter'))),
    ...(isUser ? ['user information'] : []),
    ...(isToken ? ['a token in the path'] : []),
  ];
}
