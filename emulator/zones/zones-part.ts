import { invalidParameter } from '../service/chosen';
import { PAGE_SIZES, pageOf } from '../http/page-of';
import { reachesZone } from '../service/credentials';
import type { CallerOperation, ZoneOperation } from '../service/operation';
import type { ServicePart } from '../service/part';
import { ZONE_STATUSES } from '../service/zone';
import { zoneView } from './zone-view';

/** The zones that the caller may use, in pages (docs/internals/service.md 9.1). */
const listZones: CallerOperation = {
  of: 'caller',
  name: 'zones.list',
  method: 'GET',
  path: '/zones',
  permission: 'zone:read',
  run: ({ service, caller, query }) => {
    const [name, account] = [query.get('name')?.toLowerCase(), query.get('account.id')];
    const status = readChoice(query, 'status', ZONE_STATUSES);
    readChoice(query, 'order', ['name']);
    const descends = readChoice(query, 'direction', ['asc', 'desc']) === 'desc';
    const found = [...service.state.zones.values()]
      .filter((zone) => reachesZone(caller, zone))
      .filter((zone) => name === undefined || zone.name.toLowerCase() === name)
      .filter((zone) => account === null || zone.account.id === account)
      .filter((zone) => status === undefined || zone.status === status)
      .sort((one, other) => Number(one.name > other.name) - Number(one.name < other.name));
    return pageOf(query, PAGE_SIZES, descends ? found.reverse() : found, (zone) => zoneView(caller, zone));
  },
};

/** The parameter, which must be one of these; `undefined` if it was not sent. @throws Refusal */
function readChoice<const T extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const sent = query.get(name);
  if (sent === null) return undefined;
  const found = allowed.find((candidate) => candidate === sent);
  if (found === undefined) throw invalidParameter(name, sent, allowed.join(' or '));
  return found;
}

/** docs/internals/service.md 9.1. */
const getZone: ZoneOperation = {
  of: 'zone',
  name: 'zones.get',
  method: 'GET',
  path: '/zones/:zone_id',
  permission: 'zone:read',
  run: ({ caller, zone }) => ({ kind: 'result', result: zoneView(caller, zone) }),
};

/** Zones themselves (docs/internals/service.md 9.1). */
export const ZONES: ServicePart = { operations: [listZones, getZone] };
