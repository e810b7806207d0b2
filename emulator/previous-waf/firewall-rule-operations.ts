import { checkSameId } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../determinism/identifiers';
import { accepted } from '../errors/refusal';
import { pageOf } from '../lists/page-of';
import type { Answer, ZoneCall, ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import type { Zone } from '../service/zone';
import { noFirewallRule } from './errors';
import { checkExpressions, filterView } from './filters';
import type { ListQuery } from './list-query';
import { FIREWALL_PAGE_SIZES, equalTo, partOf, selectedItems, trueOrFalse } from './list-query';
import type { FirewallRule, PreviousWaf, StoredFirewallRule } from './previous-waf';
import { firewallRulesOf, withFilter } from './previous-waf';
import type { FilterInput, FilterOfRule } from './read-filter';
import { readFilterOfRule } from './read-filter';
import type { FirewallRuleInput } from './read-firewall-rule';
import { FIREWALL_RULE_MEMBERS, readFirewallRule, readPriority } from './read-firewall-rule';
import type { Changed, StoredItems } from './stored-item-operations';
import { changeOperation, getOperation, namedItem, readSeveral } from './stored-item-operations';

export const FIREWALL_RULES: StoredItems<StoredFirewallRule> = {
  name: 'firewall.rules',
  path: '/zones/:zone_id/firewall/rules',
  parameter: 'rule_id',
  itemsOf: (waf) => waf.firewallRules,
  missing: noFirewallRule,
  view: (rule, waf) => view(withFilter(waf, rule)),
};

/** Client libraries send these times with everything; they are accepted and ignored. */
const TIMES = ['created_on', 'modified_on'] as const;

/** Rules that one request updates (docs/service.md 7.8). */
const MAX_UPDATED = 25;

const QUERY: ListQuery<FirewallRule> = {
  search: {
    id: equalTo(({ id }) => id),
    action: equalTo(({ action }) => action),
    description: partOf(({ description }) => description),
    paused: trueOrFalse(({ paused }) => paused),
  },
};

/** The firewall rules, oldest first (docs/service.md 7.8). They continue to work after the migration. */
const listFirewallRules: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.list',
  method: 'GET',
  path: FIREWALL_RULES.path,
  permission: 'waf:read',
  body: 'none',
  run: ({ zone, query }) => {
    const rules = selectedItems(query, firewallRulesOf(zone.previousWaf), QUERY);
    return pageOf(query, FIREWALL_PAGE_SIZES, rules, view);
  },
};

/**
 * Takes an array of rules, or one rule; returns an array. Creates all of them with their new filters, or none
 * (docs/service.md 7.8).
 */
const createFirewallRules: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.create',
  method: 'POST',
  path: FIREWALL_RULES.path,
  permission: 'waf:edit',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const waf = zone.previousWaf;
    const sent = accepted(readSeveral(body, (item) => readNewRule(item, zone)));
    checkExpressions(
      waf,
      sent.flatMap(({ filter }) => ('made' in filter ? filter.made : [])),
    );
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    const created = sent.map(({ rule, filter }): StoredFirewallRule => {
      const id = service.identifiers.next();
      if ('id' in filter) return { id, ...rule, filterId: filter.id };
      const filterId = service.identifiers.next();
      waf.filters.set(filterId, { id: filterId, ...filter.made });
      return { id, ...rule, filterId };
    });
    for (const rule of created) waf.firewallRules.set(rule.id, rule);
    return { kind: 'result', result: created.map((rule) => FIREWALL_RULES.view(rule, waf)) };
  },
};

/** Replaces several rules; all of them must exist (docs/service.md 7.8). */
const updateFirewallRules: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.bulk.update',
  method: 'PUT',
  path: FIREWALL_RULES.path,
  permission: 'waf:edit',
  body: 'json',
  run: (call) => writeRules(call, readReplacement, MAX_UPDATED),
};

/** Changes the priorities of several rules; all of them must exist (docs/service.md 7.8). */
const editFirewallRules: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.bulk.edit',
  method: 'PATCH',
  path: FIREWALL_RULES.path,
  permission: 'waf:edit',
  body: 'json',
  run: (call) => writeRules(call, readEdit, Infinity),
};

/** Changes the priority of a rule; returns an array, too (docs/service.md 7.8). */
const editFirewallRule: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.edit',
  method: 'PATCH',
  path: `${FIREWALL_RULES.path}/:${FIREWALL_RULES.parameter}`,
  permission: 'waf:edit',
  body: 'json',
  run: (call) => {
    const { id } = namedItem(FIREWALL_RULES, call);
    return writeRules({ ...call, body: [call.body] }, (item, zone) => readEdit(item, zone, id), 1);
  },
};

/** The operations besides deletion. */
export const FIREWALL_RULE_OPERATIONS: readonly ZoneOperation[] = [
  listFirewallRules,
  createFirewallRules,
  updateFirewallRules,
  editFirewallRules,
  editFirewallRule,
  getOperation(FIREWALL_RULES),
  changeOperation(FIREWALL_RULES, 'PUT', readUpdate),
];

/**
 * Writes existing rules, all or none.
 *
 * @param read reads what becomes of one of them; `undefined` if it has a problem
 * @throws Refusal
 */
function writeRules(
  { service, zone, body, dryRun }: ZoneCall,
  read: (item: Reader, zone: Zone) => StoredFirewallRule | undefined,
  most: number,
): Answer {
  const waf = zone.previousWaf;
  const written = accepted(readSeveral(body, (item) => read(item, zone), most));
  if (!written.every(({ id }) => waf.firewallRules.has(id))) throw noFirewallRule();
  if (dryRun) return { kind: 'result', result: null };
  timeOfWrite(service);
  for (const rule of written) waf.firewallRules.set(rule.id, rule);
  return { kind: 'result', result: written.map((rule) => FIREWALL_RULES.view(rule, waf)) };
}

interface SentRule {
  readonly rule: FirewallRuleInput;
  readonly filter: FilterOfRule<FilterInput>;
}

function readNewRule(reader: Reader, { previousWaf: waf, plan }: Zone): SentRule | undefined {
  const members = reader.members([...TIMES, ...FIREWALL_RULE_MEMBERS, 'filter']);
  if (members === undefined) return undefined;
  for (const time of TIMES) members.optional(time)?.string();
  const rule = readFirewallRule(members, plan);
  const filter = readFilterOfRule(members.required('filter'), (id) => waf.filters.has(id));
  return rule === undefined || filter === undefined ? undefined : { rule, filter };
}

function readUpdate(
  reader: Reader,
  { id }: StoredFirewallRule,
  zone: Zone,
): Changed<StoredFirewallRule> | undefined {
  const rule = readReplacement(reader, zone, id);
  return rule && (() => rule);
}

/**
 * Replaces the whole rule. It needs the ids of the rule and of its filter, and never changes a filter: it only gives
 * the rule another one (docs/service.md 7.8).
 */
function readReplacement(reader: Reader, zone: Zone, pathId?: string): StoredFirewallRule | undefined {
  const members = reader.members(['id', ...TIMES, ...FIREWALL_RULE_MEMBERS, 'filter']);
  if (members === undefined) return undefined;
  for (const time of TIMES) members.optional(time)?.string();
  const sentId = members.required('id');
  if (pathId !== undefined) checkSameId(sentId, pathId);
  const id = pathId ?? sentId?.matching(IDENTIFIER, IDENTIFIER_FORM);
  const rule = readFirewallRule(members, zone.plan);
  const filterId = readFilterId(members.required('filter'), zone.previousWaf);
  if (id === undefined || rule === undefined || filterId === undefined) return undefined;
  return { id, ...rule, filterId };
}

/** The rule with the sent priority, if one is sent. @throws Refusal if there is no such rule */
function readEdit(reader: Reader, zone: Zone, pathId?: string): StoredFirewallRule | undefined {
  const members = reader.members(['id', 'priority']);
  const sentId = members?.required('id');
  if (pathId !== undefined) checkSameId(sentId, pathId);
  const id = pathId ?? sentId?.matching(IDENTIFIER, IDENTIFIER_FORM);
  const priority = readPriority(members?.optional('priority'));
  if (id === undefined) return undefined;
  const rule = zone.previousWaf.firewallRules.get(id);
  if (rule === undefined) throw noFirewallRule();
  return priority === undefined ? rule : { ...rule, priority };
}

function readFilterId(reader: Reader | undefined, waf: PreviousWaf): string | undefined {
  const filter = readFilterOfRule(reader, (id) => waf.filters.has(id));
  if (filter === undefined || 'id' in filter) return filter?.id;
  return reader?.refuse('an update needs the id of a filter, and changes no filter');
}

/** The documented answers have `products` only with `bypass`, and neither description nor ref if none was given. */
function view({ products, description, ref, filter, ...rule }: FirewallRule): unknown {
  return {
    ...rule,
    ...(description !== '' && { description }),
    ...(products.length > 0 && { products }),
    ...(ref !== '' && { ref }),
    filter: filterView(filter),
  };
}
