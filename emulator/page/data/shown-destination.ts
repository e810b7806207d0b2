import { destinationParts } from '../../destinations/redact-destination';

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
