/** Parameters whose values are no secrets: a message that names them helps. */
const PUBLIC_PARAMETERS: ReadonlySet<string> = new Set([
  'region',
  'endpoint',
  'account-id',
  'sse',
  'insecure-skip-verify',
  'sourcetype',
]);

/** A shorter text is found in too many others to be taken out of them. */
const SHORTEST_SECRET = 6;

/** Schemes whose path is a place in a bucket. Elsewhere it may be what lets in, as with the token of `sumo`. */
const OBJECT_STORES: ReadonlySet<string> = new Set(['s3', 'r2', 'gs', 'azure']);

/**
 * What of a `destination_conf` must never be shown: the whole, its user information and query, each value of a
 * parameter as it is written, decoded and in words, and of a web receiver the path. A service that quotes a part of
 * it quotes one of these.
 */
export function destinationSecrets(text: string): readonly string[] {
  const [address = '', query = ''] = splitAt(text, '?');
  const [scheme = '', rest = ''] = splitAt(address, '://');
  const [authority = '', path = ''] = splitAt(rest, '/');
  const user = authority.includes('@') ? authority.slice(0, authority.lastIndexOf('@')) : '';
  const values = query
    .split('&')
    .map((part) => splitAt(part, '='))
    .filter(([name]) => !PUBLIC_PARAMETERS.has(name))
    .flatMap(([name, value]) => (value === '' ? wordsOf(name) : wordsOf(value)));
  const places = OBJECT_STORES.has(scheme) ? [] : [path, path.slice(path.lastIndexOf('/') + 1)];
  const parts = [query, user, ...splitAt(user, ':'), ...places, ...values];
  return [...new Set([text, ...parts.filter((part) => part.length >= SHORTEST_SECRET)])].filter(
    (part) => part !== '',
  );
}

/** As written and decoded, whole and in words: `Basic abc` is quoted as `abc` as well. */
function wordsOf(value: string): readonly string[] {
  const plain = decoded(value);
  return [value, plain, ...plain.split(/\s+/)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}
