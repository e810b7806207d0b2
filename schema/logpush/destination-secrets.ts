import { OBJECT_STORES, parseDestination } from './destination';

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
