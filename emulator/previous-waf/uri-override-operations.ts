import { check } from '../checks/reader';
import { uriOverridesNotIncluded } from '../errors/chosen-previous-waf';
import { noUriOverride } from '../errors/published-previous-waf';
import { refusedBody } from '../http/envelope';
import type { Call, Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import { pageOf } from './paging';
import type { UriOverride } from './previous-waf';
import { readUriOverride, URI_OVERRIDE_MEMBERS } from './read-uri-override';
import { checkSameId } from './read-values';

const LIST_PATH = '/zones/:zone_id/firewall/waf/overrides';
const ONE_PATH = `${LIST_PATH}/:override_id`;

/** The URI-based overrides, oldest first (facts 4.4). */
const listUriOverrides: Operation = {
  name: 'waf.overrides.list',
  method: 'GET',
  path: LIST_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:read',
  body: 'none',
  run: ({ zone, query }) =>
    pageOf(query, [...zone.previousWaf.uriOverrides.values()], (override) => override),
};

const createUriOverride: Operation = {
  name: 'waf.overrides.create',
  method: 'POST',
  path: LIST_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:edit',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const sent = check(body, (reader) => {
      const members = reader.members(URI_OVERRIDE_MEMBERS);
      return members && readUriOverride(reader, members);
    });
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    const override = { id: service.identifiers.next(), ...sent.value };
    zone.previousWaf.uriOverrides.set(override.id, override);
    return { kind: 'result', result: override };
  },
};

const getUriOverride: Operation = {
  name: 'waf.overrides.get',
  method: 'GET',
  path: ONE_PATH,
  identifiers: ['zone_id', 'override_id'],
  permission: 'waf:read',
  body: 'none',
  run: (call) => {
    const override = namedOverride(call);
    return override === undefined ? refuse(noUriOverride()) : { kind: 'result', result: override };
  },
};

/** Replaces the override as a whole. */
const updateUriOverride: Operation = {
  name: 'waf.overrides.update',
  method: 'PUT',
  path: ONE_PATH,
  identifiers: ['zone_id', 'override_id'],
  permission: 'waf:edit',
  body: 'json',
  run: (call) => {
    const stored = namedOverride(call);
    if (stored === undefined) return refuse(noUriOverride());
    const sent = check(call.body, (reader) => {
      const members = reader.members(['id', ...URI_OVERRIDE_MEMBERS]);
      checkSameId(members?.optional('id'), stored.id);
      return members && readUriOverride(reader, members);
    });
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    const override = { id: stored.id, ...sent.value };
    call.zone.previousWaf.uriOverrides.set(override.id, override);
    return { kind: 'result', result: override };
  },
};

/** Spec 4.9. */
const deleteUriOverride: Operation = {
  name: 'waf.overrides.delete',
  method: 'DELETE',
  path: ONE_PATH,
  identifiers: ['zone_id', 'override_id'],
  permission: 'waf:edit',
  body: 'none',
  run: (call) => {
    const stored = namedOverride(call);
    if (stored === undefined) return refuse(noUriOverride());
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    call.zone.previousWaf.uriOverrides.delete(stored.id);
    return { kind: 'result', result: { id: stored.id } };
  },
};

export const URI_OVERRIDE_OPERATIONS: readonly Operation[] = [
  listUriOverrides,
  createUriOverride,
  getUriOverride,
  updateUriOverride,
  deleteUriOverride,
].map(onEnterpriseOnly);

/** Other plans do not include the overrides (facts 4.4). */
function onEnterpriseOnly(operation: Operation): Operation {
  return {
    ...operation,
    run: (call) => {
      const { plan } = call.zone;
      return plan === 'enterprise' ? operation.run(call) : refuse(uriOverridesNotIncluded(plan));
    },
  };
}

function namedOverride({ zone, parameters }: Call): UriOverride | undefined {
  return zone.previousWaf.uriOverrides.get(parameters['override_id'] ?? '');
}
