import { REDACTED } from '../checks/shown-text';
import type { Destination } from './parse-destination';
import { isScheme, schemeRules } from './schemes';

/** The destination without its query and user info. */
export function publicDestination({ scheme, authority, path }: Destination): string {
  return `${scheme}://${authority}${path === '' ? '' : `/${path}`}`;
}

/** A `destination_conf` of any form, in parts that are each shown or hidden. */
interface DestinationParts {
  readonly scheme: string;
  readonly hasUserInfo: boolean;
  readonly host: string;
  readonly path: string;
  /**
   * The path in an object store is a folder; the address of a web receiver may be enough to write to it.
   */
  readonly pathMayBeSecret: boolean;
  readonly hasQuery: boolean;
}

const ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)([^?#]*)(.*)$/is;

/** The parts of the text; `undefined` if it is not an address. */
function destinationParts(text: string): DestinationParts | undefined {
  const parts = ADDRESS.exec(text);
  if (parts === null) return undefined;
  const [, scheme = '', authority = '', path = '', rest = ''] = parts;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const known = scheme.toLowerCase();
  return {
    scheme,
    hasUserInfo: host !== authority,
    host,
    path,
    pathMayBeSecret: !isScheme(known) || schemeRules(known).receiver === 'web',
    hasQuery: rest !== '',
  };
}

/** A `destination_conf` of any form, without what may be a secret. */
export function redactedDestination(text: string): string {
  const parts = destinationParts(text);
  if (parts === undefined) return REDACTED;
  const { scheme, hasUserInfo, host, path, pathMayBeSecret, hasQuery } = parts;
  const shownPath = pathMayBeSecret && path.length > 1 ? `/${REDACTED}` : path;
  return `${scheme}://${hasUserInfo ? `${REDACTED}@` : ''}${host}${shownPath}${hasQuery ? `?${REDACTED}` : ''}`;
}

/** Replaces a destination whose secret parts cannot be determined. */
export const NO_DESTINATION = '(not an address)';

/**
 * A `destination_conf` without what may be secret in it: the query, user information, and for web receivers
 * the path (docs/internals/service.md 5.2: the service returns it in clear, so a screen must not show it).
 */
export function shownDestination(destination: string): string {
  const parts = destinationParts(destination);
  if (parts === undefined) return NO_DESTINATION;
  const { scheme, host, path, pathMayBeSecret } = parts;
  return `${scheme}://${host}${pathMayBeSecret ? '' : path}`;
}

/** A text of the service that may contain destinations, without what may be secret in them. */
export function withoutSecrets(text: string): string {
  return text.replace(/[a-z][a-z0-9+.-]*:\/\/[^\s'"`<>]+/gi, shownDestination);
}
