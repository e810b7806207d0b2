import { checkSameId } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { pageOf } from '../http/page-of';
import type { ZoneOperation } from '../service/operation';
import { PAGE_SIZES } from './list-query';
import { noUriOverride, retiredOperation, uriOverridesNotIncluded } from './errors';
import type { UriOverride } from './previous-waf';
import { readUriOverride, URI_OVERRIDE_MEMBERS } from './read-uri-override';
import type { Changed, StoredItems } from './stored-item-operations';
import { changeOperation, createOperation, deleteOperation, getOperation } from './stored-item-operations';
import { readOperation } from './waf-operation';

const URI_OVERRIDES: StoredItems<UriOverride> = {
  name: 'waf.overrides',
  path: '/zones/:zone_id/firewall/waf/overrides',
  parameter: 'override_id',
  itemsOf: (waf) => waf.uriOverrides,
  missing: noUriOverride,
  view: (override) => override,
};

/** The URI-based overrides, oldest first (docs/internals/service.md 7.7). */
const listUriOverrides = readOperation('waf.overrides.list', URI_OVERRIDES.path, ({ zone, query }) =>
  pageOf(query, PAGE_SIZES, [...zone.previousWaf.uriOverrides.values()], (override) => override),
);

/** The last one is the operation of docs/internals/service.md 7.7. */
export const URI_OVERRIDE_OPERATIONS: readonly ZoneOperation[] = [
  listUriOverrides,
  createOperation(URI_OVERRIDES, readNew),
  getOperation(URI_OVERRIDES),
  changeOperation(URI_OVERRIDES, 'PUT', readReplacement),
  deleteOperation(URI_OVERRIDES),
].map((operation) => unlessRetired(onEnterpriseOnly(operation)));

function readNew(reader: Reader): ((id: string) => UriOverride) | undefined {
  const members = reader.members(URI_OVERRIDE_MEMBERS);
  const sent = members && readUriOverride(reader, members);
  return sent && ((id) => ({ id, ...sent }));
}

/** Other plans do not include the overrides (docs/internals/service.md 7.7). */
function onEnterpriseOnly(operation: ZoneOperation): ZoneOperation {
  return {
    ...operation,
    run: (call) => {
      const { plan } = call.zone;
      if (plan === 'enterprise') return operation.run(call);
      throw uriOverridesNotIncluded(plan);
    },
  };
}

/** Today these operations are retired for every zone (docs/internals/service.md 7.7). */
function unlessRetired(operation: ZoneOperation): ZoneOperation {
  return {
    ...operation,
    run: (call) => {
      const { settings } = call.service.state;
      if (settings.uriOverrides === 'retired') throw retiredOperation();
      return operation.run(call);
    },
  };
}

/** Replaces the whole override. */
function readReplacement(reader: Reader, stored: UriOverride): Changed<UriOverride> | undefined {
  const members = reader.members(['id', ...URI_OVERRIDE_MEMBERS]);
  checkSameId(members?.optional('id'), stored.id);
  const sent = members && readUriOverride(reader, members);
  return sent && (() => ({ id: stored.id, ...sent }));
}
