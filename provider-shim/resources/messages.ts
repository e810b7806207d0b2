import type { ZoneClient } from '../api';

/** A zone of the service, for a request. */
export interface ZonePlace {
  readonly api: Pick<ZoneClient, 'zoneDetails'>;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/**
 * A zone as messages name it: `example.com (023e…)`, or only its id when the service does not return the name. It
 * sends a request, so call it only for a message that will be shown; a failure of the request does not prevent the
 * message.
 */
export async function zoneInMessages({ api, zoneId, signal }: ZonePlace): Promise<string> {
  const name = await api.zoneDetails(zoneId, { signal }).then(
    (details) => details.name,
    () => null,
  );
  return zoneInWords(zoneId, name);
}

/** The same of a zone whose name is known, or known to be untold. */
export function zoneInWords(zoneId: string, name: unknown): string {
  return typeof name === 'string' && name !== '' ? `${name} (${zoneId})` : zoneId;
}

/** How many things of a list a message shows; the rest is counted. */
const MOST_SHOWN = 20;

/** Things one to a line; the rest of many is counted. */
export function listed(things: readonly string[]): string {
  const shown = things.slice(0, MOST_SHOWN).map((thing) => `  - ${thing}`);
  const more = things.length - shown.length;
  return [...shown, ...(more > 0 ? [`  - and ${more} more`] : [])].join('\n');
}
