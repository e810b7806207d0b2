import type { ZoneClient } from '../api';

/** A zone of the service, for a request. */
export interface ZonePlace {
  readonly api: Pick<ZoneClient, 'zoneDetails'>;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/**
 * A zone as messages name it: `example.com (023e…)`, or its id alone where the service does not tell the name. It asks
 * the service, so it is for a message that is about to be shown; whatever goes wrong there, the message is shown.
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
