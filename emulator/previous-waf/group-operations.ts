import { check } from '../checks/reader';
import { noGroup } from '../errors/published-previous-waf';
import type { Refusal } from '../errors/refusal';
import { refusedBody } from '../http/envelope';
import type { Call, Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import type { OldGroup, OldPackage } from './catalogue';
import { groupMode, isModifiedRule } from './effective-modes';
import { GROUP_MODES, readGroupMode, setGroupMode } from './modes';
import { namedPackage } from './named-package';
import { PACKAGES_PATH } from './package-operations';
import { pageOf } from './paging';
import type { PreviousWaf } from './previous-waf';

const GROUPS_PATH = `${PACKAGES_PATH}/:package_id/groups`;
const GROUP_PATH = `${GROUPS_PATH}/:group_id`;

/** The groups of a package (docs/service.md 7.7). */
export const listGroups: Operation = {
  name: 'waf.groups.list',
  method: 'GET',
  path: GROUPS_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:read',
  body: 'none',
  run: (call) => {
    const named = namedPackage(call);
    if ('refusal' in named) return refuse(named.refusal);
    const { pack } = named;
    return pageOf(call.query, pack.groups, (group) => groupView(call.zone.previousWaf, group, pack));
  },
};

export const getGroup: Operation = {
  name: 'waf.groups.get',
  method: 'GET',
  path: GROUP_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:read',
  body: 'none',
  run: (call) => {
    const named = namedGroup(call);
    if ('refusal' in named) return refuse(named.refusal);
    return { kind: 'result', result: groupView(call.zone.previousWaf, named.group, named.pack) };
  },
};

export const updateGroup: Operation = {
  name: 'waf.groups.update',
  method: 'PATCH',
  path: GROUP_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:edit',
  body: 'json',
  run: (call) => {
    const named = namedGroup(call);
    if ('refusal' in named) return refuse(named.refusal);
    const { group, pack } = named;
    const sent = check(call.body, (reader) => {
      const mode = reader.members(['mode'])?.required('mode');
      return mode && readGroupMode(mode);
    });
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    setGroupMode(call.zone.previousWaf, group, sent.value);
    return { kind: 'result', result: groupView(call.zone.previousWaf, group, pack) };
  },
};

function namedGroup(
  call: Call,
): { readonly pack: OldPackage; readonly group: OldGroup } | { readonly refusal: Refusal } {
  const named = namedPackage(call);
  if ('refusal' in named) return named;
  const groupId = call.parameters['group_id'] ?? '';
  const group = named.pack.groups.find(({ id }) => id === groupId);
  return group === undefined ? { refusal: noGroup(groupId) } : { pack: named.pack, group };
}

function groupView(waf: PreviousWaf, group: OldGroup, pack: OldPackage): unknown {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    mode: groupMode(waf, group),
    allowed_modes: GROUP_MODES,
    rules_count: group.rules.length,
    modified_rules_count: group.rules.filter((rule) => isModifiedRule(waf, rule)).length,
    package_id: pack.id,
  };
}
