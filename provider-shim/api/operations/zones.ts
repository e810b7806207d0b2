import { isRecord } from '../../../schema/description/value';
import { AskedOnce } from './asked-once';
import { ServiceError } from '../answers/errors';
import { nonEmpty, parseMembers, type Parsed } from '../answers/parsed';
import type { CallOptions, Requester } from '../http/request';
import { resultReader } from './result';

/** What the service returns about a zone itself; null where it does not. */
export interface ZoneDetails {
  readonly name: string | null;
  /** The plan's `legacy_id`, such as `enterprise`. */
  readonly plan: string | null;
  /** That the service has no such zone (docs/internals/service.md 2.3), but has a list of zones: a wrong base URL has neither. */
  readonly isGone?: true;
}

/** The code of the answer for a zone that the service does not have, and not for one that it withholds (docs/internals/service.md 2.3). */
const NO_ROUTE = 7003;

/** Whether a request failed because the service knows no such address. */
export function hasNoRoute(error: unknown): boolean {
  return error instanceof ServiceError && error.codes.includes(NO_ROUTE);
}

export function zoneOperations(requester: Requester) {
  const { call } = resultReader(requester);
  const details = new AskedOnce<ZoneDetails>();
  const lists = new AskedOnce<boolean>();
  const listsZones = (options?: CallOptions): Promise<boolean> =>
    lists.of('', options?.signal, () =>
      requester.request({ method: 'GET', path: ['zones'], query: { per_page: 5 }, ...options }).then(
        () => true,
        () => false,
      ),
    );
  const ask = async (zoneId: string, options?: CallOptions): Promise<ZoneDetails> => {
    try {
      return await call({ method: 'GET', path: ['zones', zoneId], ...options }, (result) =>
        parseZone(zoneId, result),
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || !UNANSWERED.includes(error.kind)) throw error;
      const isGone = hasNoRoute(error) && (await listsZones(options));
      return { name: null, plan: null, ...(isGone && { isGone }) };
    }
  };
  return {
    /**
     * What the service returns about a zone, requested once for each zone and client. Nothing when the credentials may
     * not read the zone.
     *
     * @throws ServiceError when the request fails
     */
    zoneDetails: (zoneId: string, options?: CallOptions) =>
      details.of(zoneId, options?.signal, () => ask(zoneId, options)),
  };
}

export type ZoneOperations = Readonly<ReturnType<typeof zoneOperations>>;

const UNANSWERED: readonly ServiceError['kind'][] = ['authorization', 'not-found', 'invalid'];

function parseZone(zoneId: string, value: unknown): Parsed<ZoneDetails> {
  const parsed = parseMembers('the zone', value, { id: 'id', name: 'text' });
  if ('fault' in parsed) return parsed;
  const { id, name, plan } = parsed.value;
  if (id !== zoneId) return { fault: `it belongs to another zone, ${String(id)}` };
  const legacyId = isRecord(plan) ? plan['legacy_id'] : undefined;
  return { value: { name: nonEmpty(name) ?? null, plan: nonEmpty(legacyId) ?? null } };
}
