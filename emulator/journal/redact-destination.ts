import { REDACTED } from './redacted';

/** Schemes of object stores: their path is a bucket and a folder. Elsewhere a path may be a secret. */
const OBJECT_STORES: ReadonlySet<string> = new Set(['s3', 'gs', 'r2', 'azure']);

const DESTINATION = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(.*)$/is;

/** A `destination_conf` without what in it may be a secret: its query, and the path outside object stores. */
export function redactedDestination(text: string): string {
  const parts = DESTINATION.exec(text);
  if (parts === null) return REDACTED;
  const [, scheme = '', authority = '', path = '', rest = ''] = parts;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const user = host === authority ? '' : `${REDACTED}@`;
  const isShown = path.length <= 1 || OBJECT_STORES.has(scheme.toLowerCase());
  return `${scheme}://${user}${host}${isShown ? path : `/${REDACTED}`}${rest === '' ? '' : `?${REDACTED}`}`;
}
