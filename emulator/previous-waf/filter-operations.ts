import { checkSameId } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import { accepted } from '../service/refusal';
import { pageOf } from '../http/page-of';
import type { ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { noFilter } from './errors';
import { checkExpressions, checkUnused, filterView } from './filters';
import type { ListQuery } from './list-query';
import { equalTo, FIREWALL_PAGE_SIZES, partOf, selectedItems, trueOrFalse } from './list-query';
import type { Filter } from './previous-waf';
import { FILTER_MEMBERS, readFilter } from './read-filter';
import type { StoredItems } from './stored-item-operations';
import {
  changeOperation,
  deleteOperation,
  getOperation,
  readSeveral,
  writeSeveral,
} from './stored-item-operations';
import { readOperation, writeOperation } from './waf-operation';

const FILTERS: StoredItems<Filter> = {
  name: 'filters',
  path: '/zones/:zone_id/filters',
  parameter: 'filter_id',
  itemsOf: (waf) => waf.filters,
  missing: noFilter,
  view: filterView,
};

const QUERY: ListQuery<Filter> = {
  search: {
    id: equalTo(({ id }) => id),
    description: partOf(({ description }) => description),
    expression: partOf(({ expression }) => expression),
    paused: trueOrFalse(({ paused }) => paused),
    ref: equalTo(({ ref }) => ref),
  },
};

/** The filters of firewall rules and those that none uses, oldest first (docs/internals/service.md 7.8). */
const listFilters = readOperation('filters.list', FILTERS.path, ({ zone, query }) => {
  const filters = selectedItems(query, [...zone.previousWaf.filters.values()], QUERY);
  return pageOf(query, FIREWALL_PAGE_SIZES, filters, filterView);
});

/** Takes an array of filters; creates all of them, or none. */
const createFilters = writeOperation(
  'filters.create',
  'POST',
  FILTERS.path,
  ({ service, zone, body, dryRun }) => {
    const waf = zone.previousWaf;
    const sent = accepted(
      readSeveral(body, (item) => {
        const members = item.members(FILTER_MEMBERS);
        return members && readFilter(members);
      }),
    );
    checkExpressions(waf, sent);
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    const created = sent.map((filter) => ({ id: service.identifiers.next(), ...filter }));
    for (const filter of created) waf.filters.set(filter.id, filter);
    return { kind: 'result', result: created.map(filterView) };
  },
);

/** Replaces several filters; all of them must exist (docs/internals/service.md 7.8). */
const updateFilters = writeOperation('filters.bulk.update', 'PUT', FILTERS.path, (call) =>
  writeSeveral(
    FILTERS,
    call,
    (item) => readReplacement(item),
    Infinity,
    (sent, waf) => checkExpressions(waf, sent),
  ),
);

/** Deletes the filters that the parameters `id` name; one that does not exist is no error (docs/internals/service.md 7.8). */
const deleteFilters: ZoneOperation = {
  of: 'zone',
  name: 'filters.bulk.delete',
  method: 'DELETE',
  path: FILTERS.path,
  permission: 'waf:edit',
  run: ({ service, zone, query, dryRun }) => {
    const waf = zone.previousWaf;
    const ids = [...new Set(query.getAll('id'))].filter((id) => waf.filters.has(id));
    for (const id of ids) checkUnused(waf, id);
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    for (const id of ids) waf.filters.delete(id);
    return { kind: 'result', result: ids.map((id) => ({ id })) };
  },
};

export const FILTER_OPERATIONS: readonly ZoneOperation[] = [
  listFilters,
  createFilters,
  updateFilters,
  deleteFilters,
  getOperation(FILTERS),
  changeOperation(FILTERS, 'PUT', (reader, stored, zone) => {
    const filter = readReplacement(reader, stored.id);
    if (filter === undefined) return undefined;
    checkExpressions(zone.previousWaf, [filter]);
    return () => filter;
  }),
  deleteOperation(FILTERS, ({ id }, waf) => checkUnused(waf, id)),
];

/** A filter with its id, which may be absent if the path has it. */
function readReplacement(reader: Reader, pathId?: string): Filter | undefined {
  const members = reader.members(['id', ...FILTER_MEMBERS]);
  if (members === undefined) return undefined;
  const sentId = pathId === undefined ? members.required('id') : members.optional('id');
  if (pathId !== undefined) checkSameId(sentId, pathId);
  const id = pathId ?? sentId?.matching(IDENTIFIER, IDENTIFIER_FORM);
  const filter = readFilter(members);
  return id === undefined || filter === undefined ? undefined : { id, ...filter };
}
