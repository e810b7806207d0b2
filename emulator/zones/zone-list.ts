import { invalidParameter } from '../errors/chosen';
import { PAGE_SIZES, pageOf } from '../lists/page-of';
import type { Filter } from '../lists/query';
import { inOrder, readChoice, readTextFilter } from '../lists/query';
import { reachesZone } from '../service/credentials';
import type { CallerOperation, ServiceCall } from '../service/operation';
import type { Zone } from '../service/zone';
import { ZONE_STATUSES, ZONE_TYPES } from '../service/zone';
import { ownerOf, PLAN_VIEWS, zoneView } from './zone-view';

/** The zones that the caller may use, by filters, in pages (docs/internals/service.md 9.1). */
export const listZones: CallerOperation = {
  of: 'caller',
  name: 'zones.list',
  method: 'GET',
  path: '/zones',
  permission: 'zone:read',
  body: 'none',
  run: (call) => {
    const { service, caller, query } = call;
    const fits = filterOf(call);
    const zones = [...service.state.zones.values()].filter((zone) => reachesZone(caller, zone) && fits(zone));
    const sorted = inOrder(query, zones, {
      name: ({ name }) => name,
      status: ({ status }) => status,
      'account.id': ({ account }) => account,
      'account.name': (zone) => ownerOf(service, zone).name,
      'plan.id': ({ plan }) => PLAN_VIEWS[plan].id,
    });
    return pageOf(query, PAGE_SIZES, sorted, (zone) => zoneView(service, caller, zone));
  },
};

/** All filters of the query, or any of them with `match=any`. @throws Refusal */
function filterOf({ service, query }: ServiceCall): Filter<Zone> {
  const status = readChoice(query, 'status', ZONE_STATUSES);
  const account = query.get('account.id');
  const types = readTypes(query);
  const byType: Filter<Zone> = ({ type }) => types?.includes(type) === true;
  const filters = [
    readTextFilter<Zone>(query, 'name', ({ name }) => name),
    readTextFilter<Zone>(query, 'account.name', (zone) => ownerOf(service, zone).name),
    account === null ? undefined : (zone: Zone) => zone.account === account,
    status === undefined ? undefined : (zone: Zone) => zone.status === status,
    types === undefined ? undefined : byType,
  ].filter((filter) => filter !== undefined);
  const matchesAny = readChoice(query, 'match', ['all', 'any']) === 'any' && filters.length > 0;
  return (zone) => {
    // Internal zones are shown only to those who ask for them.
    if (zone.type === 'internal' && !byType(zone)) return false;
    return matchesAny ? filters.some((fits) => fits(zone)) : filters.every((fits) => fits(zone));
  };
}

/** The types in a list with commas, or in repeated parameters; `undefined` if none was sent. @throws Refusal */
function readTypes(query: URLSearchParams): readonly string[] | undefined {
  const sent = query.getAll('type').flatMap((value) => value.split(','));
  const unknown = sent.find((type) => !ZONE_TYPES.some((known) => known === type));
  if (unknown !== undefined) throw invalidParameter('type', unknown, ZONE_TYPES.join(' or '));
  return sent.length === 0 ? undefined : sent;
}
