import { ID_PATTERN, type Problem } from '../../../schema';
import { ServiceError } from '../answers/errors';
import type { InventoryOperations, ListedZone } from './inventory';

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
  readonly failures: readonly ZoneFailure[];
}

/**
 * Looks up zones, with as few requests as there can be: a list of all zones if it has no more pages than zones are
 * asked for, else one request for each.
 *
 * @throws ServiceError if the service does not answer or does not accept the credentials
 */
export async function findZones(
  wanted: WantedZones,
  { inventory }: { readonly inventory: InventoryOperations },
  signal: AbortSignal,
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
  if (wanted === 'all') return { zones: inOrder(await listFrom(1, Infinity)), failures: [] };

  const listAtOnce = async (): Promise<readonly ListedZone[]> => {
    if (wanted.length < FEWEST_TO_LIST) return [];
    try {
      const { zones, totalPages = Infinity } = await inventory.listZones(1, undefined, options);
      // Part of the list would not tell whether another zone has the same name.
      return totalPages > wanted.length ? [] : [...zones, ...(await listFrom(2, totalPages))];
    } catch (error) {
      if (isRefusal(error)) return [];
      throw error;
    }
  };
  const known = byNameAndId(await listAtOnce());
  const lookUp = async (one: string): Promise<readonly ListedZone[] | ServiceError> => {
    const listed = known.get(one);
    if (listed) return listed;
    try {
      if (!ID_PATTERN.test(one)) return (await inventory.listZones(1, one, options)).zones;
      return [await inventory.getZone(one, options)];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Credentials for a zone's logs and rules need not include the zone itself: what they show decides.
      return ID_PATTERN.test(one) ? [{ id: one, name: '', plan: null }] : error;
    }
  };
  const looked = await Promise.all(
    [...new Set(wanted)].map(async (one) => [one, await lookUp(one)] as const),
  );
  return {
    zones: inOrder(looked.flatMap(([, found]) => (Array.isArray(found) && found.length === 1 ? found : []))),
    failures: looked.flatMap(([one, found]) => {
      if (found instanceof ServiceError) return [{ wanted: one, problem: found.toProblem() }];
      const list = found as readonly ListedZone[];
      return list.length === 1
        ? []
        : [{ wanted: one, problem: list.length === 0 ? unseen(one) : several(one, list) }];
    }),
  };
}

/** Below this number, single look-ups cost no more requests than the list. */
const FEWEST_TO_LIST = 3;

function byNameAndId(zones: readonly ListedZone[]): ReadonlyMap<string, readonly ListedZone[]> {
  const found = new Map<string, ListedZone[]>();
  for (const zone of zones)
    for (const key of new Set([zone.id, zone.name])) {
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

function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && ['authorization', 'not-found', 'invalid'].includes(error.kind);
}

function unseen(name: string): Problem {
  return {
    code: 'zone_unseen',
    path: [],
    message: `The credentials see no zone with the name ${JSON.stringify(name)}.`,
    hint: 'Check the name, or give the id of the zone: 32 lower-case hexadecimal digits.',
  };
}

function several(name: string, zones: readonly ListedZone[]): Problem {
  return {
    code: 'zone_ambiguous',
    path: [],
    message: `${zones.length} zones have the name ${JSON.stringify(name)}.`,
    hint: `Give the id of one: ${zones.map(({ id }) => id).join(', ')}.`,
  };
}
