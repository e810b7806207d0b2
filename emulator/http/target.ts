/** Where a request goes, taken from its address without parsing the rest of it. */
export interface Target {
  /** As it was sent, with its escapes. */
  readonly pathname: string;
  /** With its question mark; empty when there is none. */
  readonly search: string;
}

/** The target of an absolute address such as `Request.url`, which is in its normal form. */
export function targetOf(url: string): Target {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const fragment = url.indexOf('#', start);
  const end = fragment === -1 ? url.length : fragment;
  const query = url.indexOf('?', start);
  if (query === -1 || query > end) return { pathname: url.slice(start, end), search: '' };
  return { pathname: url.slice(start, query), search: url.slice(query, end) };
}
