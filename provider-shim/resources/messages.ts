import { isRecord, type PathStep, type Problem } from '../../schema';
import { hasNoRoute, NO_SUCH_ZONE, ServiceError, type ZoneClient, type ZoneDetails } from '../api';
import type { Diagnostics } from '../sdk/framework';

/** A zone of the service, for a request. */
export interface ZonePlace {
  readonly api: Pick<ZoneClient, 'zoneDetails' | 'listedDetails'>;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/**
 * A zone as messages name it: `example.com (023e…)`, or only its id when the service does not return the name. It
 * sends a request, so call it only for a message that will be shown; a failure of the request does not prevent the
 * message.
 */
export async function zoneInMessages({ api, zoneId, signal }: ZonePlace): Promise<string> {
  const { name } = await api.listedDetails(zoneId, { signal }).catch(() => UNTOLD);
  return zoneInWords(zoneId, name);
}

/** The same of a zone whose name is known, or known to be untold. */
export function zoneInWords(zoneId: string, name: unknown): string {
  return typeof name === 'string' && name !== '' ? `${name} (${zoneId})` : zoneId;
}

/**
 * A failed request of a zone with the zone's name, if the service returns it. The name is asked for only where the service
 * refused the request for what it is about: elsewhere it would not answer this one either.
 */
export async function namingZone<E>(
  error: E,
  { api, signal }: Pick<ZonePlace, 'api' | 'signal'>,
): Promise<E> {
  if (!(error instanceof ServiceError) || !REFUSALS.includes(error.kind)) return error;
  const zoneId = /^\/zones\/([^/]+)\//.exec(error.request.path)?.[1];
  if (zoneId === undefined || (error.zoneName && !hasNoRoute(error))) return error;
  const { name, isGone } = await api.zoneDetails(zoneId, { signal }).catch(() => UNTOLD);
  if (isGone && hasNoRoute(error)) return error.with({ hint: NO_SUCH_ZONE }) as E;
  return name === null ? error : (error.with({ zoneName: name }) as E);
}

const UNTOLD: Pick<ZoneDetails, 'name' | 'isGone'> = { name: null };

/** The service understood the request and refused it for what it is about; it did not fail. */
export const REFUSALS: readonly ServiceError['kind'][] = [
  'authorization',
  'conflict',
  'invalid',
  'not-found',
];

/** How many things of a list a message shows; the rest is counted. */
const MOST_SHOWN = 20;

/** Things one to a line; the rest of many is counted. */
export function listed(things: readonly string[]): string {
  const shown = things.slice(0, MOST_SHOWN).map((thing) => `  - ${thing}`);
  const more = things.length - shown.length;
  return [...shown, ...(more > 0 ? [`  - and ${more} more`] : [])].join('\n');
}

/** Names as an attribute `kept_settings` has them: null when there are none. */
export function namesOrNull(names: readonly string[]): readonly string[] | null {
  return names.length > 0 ? names : null;
}

/** What `kept_settings` has, one text each: names, or names with what is kept. None while it is not known. */
export function keptIn(kept: unknown): readonly string[] {
  if (isRecord(kept)) return Object.entries(kept).map(([name, json]) => `${name}: ${String(json)}`);
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** Says what a change keeps, because the engine does not show an attribute that stays. @param kept as planned */
export function sayKept(diagnostics: Pick<Diagnostics, 'warning'>, object: string, kept: unknown): void {
  const lines = keptIn(kept);
  if (lines.length === 0) return;
  diagnostics.warning({
    path: ['kept_settings'],
    message: `${object} has what this resource cannot express. It stays.`,
    hint: `${listed(lines)}\nOthers made it, or the service has it since. Apply keeps it as the service has it right before the write.`,
  });
}

/** A problem as a catalogue has it, which adds its code. */
type Row = Omit<Problem, 'code' | 'path' | 'hint'> & {
  /** @default - the object as a whole */
  readonly path?: readonly PathStep[];
  /** One text, or its lines. */
  readonly hint: string | readonly string[];
};

/** A function for each problem, of what it takes from the case. */
type Catalogue<R> = {
  readonly [C in keyof R]: (...facts: R[C] extends (...facts: infer F) => Row ? F : never) => Problem;
};

/** Messages by their code: each a function of what a case has to say. */
export function catalogue<R extends Readonly<Record<string, (...facts: never[]) => Row>>>(
  rows: R,
): Catalogue<R> {
  const ofRow = ([code, row]: [string, (...facts: never[]) => Row]) => {
    const say = (...facts: never[]): Problem => {
      const { path = [], message, hint } = row(...facts);
      return { code, path, message, hint: typeof hint === 'string' ? hint : hint.join('\n') };
    };
    return [code, say] as const;
  };
  return Object.fromEntries(Object.entries(rows).map(ofRow)) as unknown as Catalogue<R>;
}
