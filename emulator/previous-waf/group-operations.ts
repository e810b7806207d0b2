import { check } from '../checks/reader';
import { accepted } from '../service/refusal';
import { pageOf } from '../http/page-of';
import type { ZoneCall, ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import type { OldGroup, OldPackage } from './catalogue';
import { noGroup } from './errors';
import { type ListQuery, PAGE_SIZES, equalTo, selectedItems, wholeNumber, wordFor } from './list-query';
import { GROUP_MODES, groupMode, isModifiedRule, readGroupMode, setGroupMode } from './modes';
import { namedPackage, PACKAGES_PATH } from './package-operations';
import type { PreviousWaf } from './previous-waf';
import { readOperation, writeOperation } from './waf-operation';

const GROUPS_PATH = `${PACKAGES_PATH}/:package/groups`;
const GROUP_PATH = `${GROUPS_PATH}/:group`;

function groupQuery(waf: PreviousWaf): ListQuery<OldGroup> {
  return {
    search: {
      name: equalTo(({ name }) => name),
      mode: wordFor({ on: ['on'], off: ['off'] }, (group) => groupMode(waf, group)),
      rules_count: wholeNumber(({ rules }) => rules.length),
    },
    order: { mode: (group) => groupMode(waf, group), rules_count: ({ rules }) => rules.length },
  };
}

/** The groups of a package (docs/internals/service.md 7.7). */
const listGroups = readOperation('waf.groups.list', GROUPS_PATH, (call) => {
  const pack = namedPackage(call);
  const waf = call.zone.previousWaf;
  const groups = selectedItems(call.query, pack.groups, groupQuery(waf));
  return pageOf(call.query, PAGE_SIZES, groups, (group) => groupView(waf, group, pack));
});

const getGroup = readOperation('waf.groups.get', GROUP_PATH, (call) => {
  const { group, pack } = namedGroup(call);
  return { kind: 'result', result: groupView(call.zone.previousWaf, group, pack) };
});

const updateGroup = writeOperation('waf.groups.update', 'PATCH', GROUP_PATH, (call) => {
  const { group, pack } = namedGroup(call);
  const mode = accepted(
    check(call.body, (reader) => {
      const sent = reader.members(['mode'])?.required('mode');
      return sent && readGroupMode(sent);
    }),
  );
  if (call.dryRun) return { kind: 'result', result: null };
  timeOfWrite(call.service);
  setGroupMode(call.zone.previousWaf, group, mode);
  return { kind: 'result', result: groupView(call.zone.previousWaf, group, pack) };
});

export const GROUP_OPERATIONS: readonly ZoneOperation[] = [listGroups, getGroup, updateGroup];

/** The group that the path names, in the package that it names. @throws Refusal */
function namedGroup(call: ZoneCall): { readonly pack: OldPackage; readonly group: OldGroup } {
  const pack = namedPackage(call);
  const id = call.parameters['group'] ?? '';
  const group = pack.groups.find((candidate) => candidate.id === id);
  if (group === undefined) throw noGroup(id);
  return { pack, group };
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
