/** Schemes whose path can be a secret too: the address of a collector is all that is needed to write to it. */
const SECRET_PATH_SCHEMES: ReadonlySet<string> = new Set(['https', 'http', 'splunk', 'sumo']);

const DESTINATION = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)([^?#]*)/i;

/** What stands for a destination that cannot be told apart into what is secret and what is not. */
export const NO_DESTINATION = '(not an address)';

/**
 * A `destination_conf` without what may be secret in it: the query, user information, and for web receivers
 * the path (facts 1.2: it is answered in clear, so it must not be shown on a screen).
 */
export function shownDestination(destination: string): string {
  const [, scheme = '', authority = '', path = ''] = DESTINATION.exec(destination) ?? [];
  if (scheme === '') return NO_DESTINATION;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return `${scheme}://${host}${SECRET_PATH_SCHEMES.has(scheme.toLowerCase()) ? '' : path}`;
}

/** A text of the service in which destinations may stand, without what may be secret in them. */
export function withoutSecrets(text: string): string {
  return text.replace(/[a-z][a-z0-9+.-]*:\/\/[^\s'"`<>]+/gi, shownDestination);
}
