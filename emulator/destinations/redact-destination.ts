import { REDACTED } from '../checks/shown-text';
import type { Destination } from './parse-destination';
import { isScheme, schemeRules } from './parse-destination';

/** The destination without its query and user info. */
export function publicDestination({ scheme, authority, path }: Destination): string {
  return `${scheme}://${authority}${path === '' ? '' : `/${path}`}`;
}

/** A `destination_conf` of any form in parts that are shown or hidden as a whole. */
interface DestinationParts {
  readonly scheme: string;
  readonly hasUserInfo: boolean;
  readonly host: string;
  readonly path: string;
  /**
   * In an object store the path is a folder; the address of a web receiver may be all that it takes to write to
   * it.
   */
  readonly pathMayBeSecret: boolean;
  readonly hasQuery: boolean;
}

const ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)([^?#]*)(.*)$/is;

/** The parts of the text; `undefined` when it is no address. */
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

/** A `destination_conf` of any form without what in it may be a secret. */
export function redactedDestination(text: string): string {
  const parts = destinationParts(text);
  if (parts === undefined) return REDACTED;
  const { scheme, hasUserInfo, host, path, pathMayBeSecret, hasQuery } = parts;
  const shownPath = pathMayBeSecret && path.length > 1 ? `/${REDACTED}` : path;
  return `${scheme}://${hasUserInfo ? `${REDACTED}@` : ''}${host}${shownPath}${hasQuery ? `?${REDACTED}` : ''}`;
}

/** What stands for a destination that cannot be told apart into what is secret and what is not. */
export const NO_DESTINATION = '(not an address)';

/**
 * A `destination_conf` without what may be secret in it: the query, user information, and for web receivers
 * the path (docs/service.md 5.2: it is answered in clear, so it must not be shown on a screen).
 */
export function shownDestination(destination: string): string {
  const parts = destinationParts(destination);
  if (parts === undefined) return NO_DESTINATION;
  const { scheme, host, path, pathMayBeSecret } = parts;
  return `${scheme}://${host}${pathMayBeSecret ? '' : path}`;
}

/** A text of the service in which destinations may stand, without what may be secret in them. */
export function withoutSecrets(text: string): string {
  return text.replace(/[a-z][a-z0-9+.-]*:\/\/[^\s'"`<>]+/gi, shownDestination);
}
