import { destinationScheme, isRecord } from '../../schema';
import { isOpen, OPEN_PATH } from '../adopt/destination';

/** What stands in a copy in the place of every secret. */
export const HIDDEN = 'hidden-by-zonewright';

/** What the service says of a delivery may quote a destination, also an earlier one. */
const MEMBERS: ReadonlySet<string> = new Set(['ownership_challenge', 'error_message']);

/**
 * A JSON value whose known secret members are hidden: credentials in destinations, tokens that prove ownership,
 * errors of deliveries. Other members are as they are, whatever they hold.
 */
export function withoutSecrets<T>(value: T): T {
  return hidden(value) as T;
}

function hidden(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => hidden(each, name));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, hidden(each, member)]));
  if (typeof value !== 'string' || value === '') return value;
  if (name === 'destination_conf') return hiddenDestination(value);
  return MEMBERS.has(name) ? HIDDEN : value;
}

/** A destination of the same form without its credentials. What is hidden already stays as it is. */
function hiddenDestination(text: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#@]*)@)?([^/?#@\s]+)([^?#\s]*)(?:\?([^#\s]*))?$/.exec(text);
  if (match === null) return `s3://${HIDDEN}?region=${HIDDEN}`;
  const [, scheme = '', user, host = '', path = '', query] = match;
  // A segment of a receiver's path may be a token.
  const shown = (segment: string): string => (OPEN_PATH.test(`/${segment}`) ? segment : HIDDEN);
  const shownPath = destinationScheme(scheme)?.isStore ? path : path.replace(/[^/]+/g, shown);
  const parameters = query?.split('&').map((part) => {
    const [, name, value = ''] = /^([A-Za-z][\w.-]{0,39})=(.*)$/.exec(part) ?? [];
    if (name !== undefined && isOpen(scheme, name, value)) return part;
    // Where there is no value, the name may be the secret.
    if (name === undefined || value === '') return part && HIDDEN;
    // The first word of BigQuery's credentials says how they are encoded.
    return `${name}=${/^(?:base64|url):/.exec(value)?.[0] ?? ''}${HIDDEN}`;
  });
  return `${scheme}://${user ? `${HIDDEN}@` : ''}${host}${shownPath}${parameters ? `?${parameters.join('&')}` : ''}`;
}
