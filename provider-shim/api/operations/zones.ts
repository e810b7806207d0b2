import { setMaxListeners } from 'node:events';
import { domainToUnicode } from 'node:url';
import { isRecord, type JsonObject } from '../../../schema/description/value';
import { AskedOnce } from './asked-once';
import { isRefusal, ServiceError, unlessRefused } from '../answers/errors';
import { list, nonEmpty, shape, type Parser } from '../answers/parsed';
import type { CallOptions, Requester, ServiceRequest } from '../http/request';
import { get, perform, readResult } from './operation';
import { ID_PATTERN, zoneNameKey, type Problem } from '../../../schema';
import { MAX_PAGES } from '../answers/size-limits';

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

/** Statuses of operations that the service no longer has (docs/internals/service.md 7.7). */
export const RETIRED_STATUSES: readonly number[] = [404, 405, 410];

/**
 * Whether a request of a zone failed because the service no longer has such an operation, and neither for want of a
 * permission nor of the zone.
 *
 * @throws ServiceError when the zone has to be read to tell, and cannot be
 */
export async function isRetired(
  { zoneDetails }: Pick<ZoneOperations, 'zoneDetails'>,
  zoneId: string,
  error: unknown,
  options?: CallOptions,
): Promise<boolean> {
  if (!(error instanceof ServiceError)) return false;
  const { kind, status = 0 } = error;
  const hasStatus = RETIRED_STATUSES.includes(status);
  if (!hasNoRoute(error) && ['not-found', 'invalid'].includes(kind)) return hasStatus;
  // The service says the same of a zone that it does not have, and a proxy answers in its own words.
  const isInDoubt = hasNoRoute(error) || (kind === 'malformed-answer' && hasStatus && status !== 404);
  return isInDoubt && (await zoneDetails(zoneId, options)).name !== null;
}

export function zoneOperations(requester: Requester) {
  const details = new AskedOnce<ZoneDetails>();
  const pages = new AskedOnce<Pick<ZonePage, 'totalPages'>>();
  const wanted = new Set<string>();
  const listed = new Map<string, ZoneDetails>();
  const { listZones, getZone } = inventoryOperations(requester);
  const detailsOf = ({ name, plan }: ListedZone): ZoneDetails => ({ name: name || null, plan });
  /** Reads a page of the list into `listed`. One that fails is not asked for again. */
  const readPage = (page: number, options?: CallOptions): Promise<Pick<ZonePage, 'totalPages'>> =>
    pages.of(String(page), options?.signal, async () => {
      try {
        const { zones, totalPages } = await listZones(page, undefined, options);
        for (const zone of zones) listed.set(zone.id, detailsOf(zone));
        return { totalPages };
      } catch (error) {
        if (options?.signal?.aborted) throw error;
        return NO_PAGE;
      }
    });
  const ask = async (zoneId: string, options?: CallOptions): Promise<ZoneDetails> => {
    try {
      return detailsOf(await getZone(zoneId, options));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const isGone = hasNoRoute(error) && (await readPage(1, options)) !== NO_PAGE;
      return { name: null, plan: null, ...(isGone && { isGone }) };
    }
  };
  /**
   * What the service returns about a zone, requested once for each zone and client. Nothing when the credentials may
   * not read the zone.
   *
   * @throws ServiceError when the request fails
   */
  const zoneDetails = (zoneId: string, options?: CallOptions): Promise<ZoneDetails> =>
    details.of(zoneId, options?.signal, () => ask(zoneId, options));
  return {
    zoneDetails,
    /**
     * The same of one of many zones, from the third on from their list, unless that has more pages than zones are
     * wanted. It says what was so when the list was read, and not whether the zone is still there.
     */
    async listedDetails(zoneId: string, options?: CallOptions): Promise<ZoneDetails> {
      wanted.add(zoneId);
      const { totalPages = 1 } = wanted.size < FEWEST_TO_LIST ? NO_PAGE : await readPage(1, options);
      if (!listed.has(zoneId) && totalPages > 1 && totalPages <= wanted.size) {
        // Each page listens to the signal.
        if (options?.signal) setMaxListeners(0, options.signal);
        await Promise.all(Array.from({ length: totalPages - 1 }, (_none, at) => readPage(at + 2, options)));
      }
      return listed.get(zoneId) ?? zoneDetails(zoneId, options);
    },
  };
}

export type ZoneOperations = Readonly<ReturnType<typeof zoneOperations>>;

/** Zones by name or id, or all that the credentials see. */
export type WantedZones = 'all' | readonly string[];

export interface ZoneFailure {
  /** The zone as it was asked for. */
  readonly wanted: string;
  readonly problem: Problem;
}

export interface FoundZones {
  /** Each once, by name. */
  readonly zones: readonly ListedZone[];
  /** Each as it was asked for; empty for all zones. */
  readonly byWanted: ReadonlyMap<string, ListedZone>;
  readonly failures: readonly ZoneFailure[];
}

/**
 * Looks up zones, with as few requests as there can be: a list of all zones if it has no more pages than zones are
 * asked for, else one request for each. Names are compared as the service does, in whatever spelling (`zoneNameKey`).
 *
 * @param isTaken whether a zone that is given by its id counts as found although the service refuses to show it:
 *   credentials for a zone's logs and rules need not include the zone itself. @default unless there is no such zone
 * @throws ServiceError if the service does not answer, does not accept the credentials, or has no list of zones
 */
export async function findZones(
  wanted: WantedZones,
  { inventory }: { readonly inventory: InventoryOperations },
  signal: AbortSignal,
  isTaken: (refusal: ServiceError) => boolean = (refusal) => !hasNoRoute(refusal),
): Promise<FoundZones> {
  const options = { signal };
  const listFrom = async (first: number, last: number): Promise<readonly ListedZone[]> => {
    const found: ListedZone[] = [];
    for (let page = first; page <= last; page += 1) {
      const { zones, totalPages = Infinity } = await inventory.listZones(page, undefined, options);
      found.push(...zones);
      if (zones.length === 0 || page >= totalPages) break;
    }
    return found;
  };
  if (wanted === 'all')
    return { zones: inOrder(await listFrom(1, Infinity)), byWanted: new Map(), failures: [] };

  const keys = [...new Set(wanted.map(zoneNameKey))];

  const listAtOnce = async (): Promise<readonly ListedZone[]> => {
    const { zones, totalPages = Infinity } = await inventory.listZones(1, undefined, options);
    // Part of the list would not tell whether another zone has the same name.
    return totalPages > keys.length ? [] : [...zones, ...(await listFrom(2, totalPages))];
  };
  const listed = keys.length < FEWEST_TO_LIST ? [] : await listAtOnce().catch(unlessRefused);
  const known = byNameAndId(listed ?? []);
  const named = async (key: string): Promise<readonly ListedZone[]> => {
    // The vendor's client asks for Unicode; not every service knows both forms.
    for (const form of new Set([(key.includes('xn--') && domainToUnicode(key)) || key, key])) {
      const { zones } = await inventory.listZones(1, form, options);
      // A service may read a name as a filter of several, or an empty one as none.
      const same = zones.filter(({ name }) => zoneNameKey(name) === key);
      if (same.length > 0) return same;
    }
    return [];
  };
  const lookUp = async (key: string): Promise<readonly ListedZone[] | ServiceError> => {
    const there = known.get(key);
    if (there || key === '') return there ?? [];
    const isId = ID_PATTERN.test(key);
    try {
      return isId ? [await inventory.getZone(key, options)] : await named(key);
    } catch (error) {
      if (!isRefusal(error) || (!isId && hasNoRoute(error))) throw error;
      return isId && isTaken(error) ? [{ id: key, name: '', plan: null }] : error;
    }
  };
  const looked = new Map(await Promise.all(keys.map(async (key) => [key, await lookUp(key)] as const)));
  const byWanted = new Map<string, ListedZone>();
  const failures: ZoneFailure[] = [];
  for (const one of new Set(wanted)) {
    const there = looked.get(zoneNameKey(one)) ?? [];
    const [zone, ...others] = there instanceof ServiceError ? [] : there;
    if (there instanceof ServiceError) failures.push({ wanted: one, problem: there.toProblem() });
    else if (zone === undefined) failures.push({ wanted: one, problem: unseen(one) });
    else if (others.length > 0) failures.push({ wanted: one, problem: severalZones(one, there) });
    else byWanted.set(one, zone);
  }
  return { zones: inOrder([...byWanted.values()]), byWanted, failures };
}

/** Below this number, single look-ups cost no more requests than the list. */
const FEWEST_TO_LIST = 3;

/** The zones of each id, and of each name in the spelling of `zoneNameKey`. */
export function byNameAndId<T extends Pick<ListedZone, 'id' | 'name'>>(
  zones: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const zone of zones)
    for (const key of new Set([zone.id, zoneNameKey(zone.name)])) {
      const same = found.get(key);
      if (same) same.push(zone);
      else found.set(key, [zone]);
    }
  return found;
}

/** Zones by name, and those of one name by id; each once. */
export function inOrder<T extends Pick<ListedZone, 'id' | 'name'>>(zones: readonly T[]): readonly T[] {
  const byId = new Map(zones.map((zone) => [zone.id, zone]));
  return [...byId.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1,
  );
}

function unseen(name: string): Problem {
  return {
    code: 'zone_unseen',
    path: [],
    message: `The credentials see no zone with the name ${JSON.stringify(name)}.`,
    hint: 'Check the name, or give the id of the zone: 32 lower-case hexadecimal digits.',
  };
}

export function severalZones(name: string, zones: readonly Pick<ListedZone, 'id'>[]): Problem {
  return {
    code: 'zone_ambiguous',
    path: [],
    message: `${zones.length} zones have the name ${JSON.stringify(name)}.`,
    hint: `Give the id of one: ${zones.map(({ id }) => id).join(', ')}.`,
  };
}

/** A zone in a list of zones (docs/internals/service.md 9.1). */
export interface ListedZone {
  readonly id: string;
  readonly name: string;
  /** The plan's `legacy_id`, such as `enterprise`; null where the service does not say. */
  readonly plan: string | null;
  /** Everything that the service returns of it; undefined if it was not read. */
  readonly body?: JsonObject;
}

export interface ZonePage {
  readonly zones: readonly ListedZone[];
  /** Undefined where the service does not say. */
  readonly totalPages?: number | undefined;
}

const NO_PAGE: Pick<ZonePage, 'totalPages'> = {};

/** The most that a page has (docs/internals/service.md 9.1). */
const PER_PAGE = 50;

/** What tells which objects there are, beyond what the resources read. Each method throws ServiceError. */
export function inventoryOperations(requester: Requester) {
  return {
    /** A page of the zones that the credentials see, 50 at most. @param name only zones of exactly this name */
    async listZones(page: number, name?: string, options?: CallOptions): Promise<ZonePage> {
      const query = { page, per_page: PER_PAGE, order: 'name', name };
      const request: ServiceRequest = { method: 'GET', path: ['zones'], query, ...options };
      const { result, resultInfo } = await requester.request(request);
      const pages = resultInfo['total_pages'];
      if (page > MAX_PAGES)
        throw requester.unexpected(request, null, () => `the list does not end at page ${MAX_PAGES}`);
      const zones = readResult(requester, request, result, parseZones);
      for (const zone of zones) requester.zoneNames.set(zone.id, zone.name);
      return { zones, totalPages: typeof pages === 'number' ? pages : undefined };
    },
    async getZone(zoneId: string, options?: CallOptions) {
      const asked = get(['zones', zoneId], zoneShape('a zone'), { id: zoneId });
      const zone = await perform(requester, asked, options);
      requester.zoneNames.set(zone.id, zone.name);
      return zone;
    },
  };
}

export type InventoryOperations = Readonly<ReturnType<typeof inventoryOperations>>;

const zoneShape = (what: string): Parser<ListedZone> =>
  shape(what, { id: 'id', name: 'text' }, ({ id, name }, body) => ({
    value: { id, name, plan: (isRecord(body['plan']) && nonEmpty(body['plan']['legacy_id'])) || null, body },
  }));

const parseZones: Parser<readonly ListedZone[]> = (value) =>
  // A list of no zones is sent as one.
  value === null ? { fault: 'the result is null, not an array' } : list(zoneShape('a zone'))(value);
