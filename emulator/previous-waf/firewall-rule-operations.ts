import { accepted } from '../service/refusal';
import { pageOf } from '../http/page-of';
import type { ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { noFirewallRule } from './errors';
import { checkExpressions, filterView } from './filters';
import {
  type ListQuery,
  equalTo,
  FIREWALL_PAGE_SIZES,
  partOf,
  selectedItems,
  trueOrFalse,
} from './list-query';
import {
  type FirewallRule,
  type StoredFirewallRule,
  firewallRulesOf,
  withFilter,
  type PreviousWaf,
} from './previous-waf';
import {
  type StoredItems,
  changeOperation,
  getOperation,
  namedItem,
  readSeveral,
  writeSeveral,
  type Changed,
} from './stored-item-operations';
import { checkSameId } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import type { Zone } from '../service/zone';
import { type FilterInput, type FilterOfRule, readFilterOfRule } from './read-filter';
import {
  type FirewallRuleInput,
  FIREWALL_RULE_MEMBERS,
  readFirewallRule,
  readPriority,
} from './read-firewall-rule';
import { readOperation, writeOperation } from './waf-operation';

/** Client libraries send these times with everything; they are accepted and ignored. */
const TIMES = ['created_on', 'modified_on'] as const;

/** A rule of a creation, with its filter. */
interface SentRule {
  readonly rule: FirewallRuleInput;
  readonly filter: FilterOfRule<FilterInput>;
}

/** A rule of a creation (docs/internals/service.md 7.8). */
function readNewRule(reader: Reader, { previousWaf: waf, plan }: Zone): SentRule | undefined {
  const members = reader.members([...TIMES, ...FIREWALL_RULE_MEMBERS, 'filter']);
  if (members === undefined) return undefined;
  for (const time of TIMES) members.optional(time)?.string();
  const rule = readFirewallRule(members, plan);
  const filter = readFilterOfRule(members.required('filter'), (id) => waf.filters.has(id));
  return rule === undefined || filter === undefined ? undefined : { rule, filter };
}

/** The body of the update of one rule. */
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
 * the rule another one (docs/internals/service.md 7.8).
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

export const FIREWALL_RULES: StoredItems<StoredFirewallRule> = {
  name: 'firewall.rules',
  path: '/zones/:zone_id/firewall/rules',
  parameter: 'rule_id',
  itemsOf: (waf) => waf.firewallRules,
  missing: noFirewallRule,
  view: (rule, waf) => view(withFilter(waf, rule)),
};

/** Rules that one request updates (docs/internals/service.md 7.8). */
const MAX_UPDATED = 25;

const QUERY: ListQuery<FirewallRule> = {
  search: {
    id: equalTo(({ id }) => id),
    action: equalTo(({ action }) => action),
    description: partOf(({ description }) => description),
    paused: trueOrFalse(({ paused }) => paused),
  },
};

/** The firewall rules, oldest first (docs/internals/service.md 7.8). They continue to work after the migration. */
const listFirewallRules = readOperation('firewall.rules.list', FIREWALL_RULES.path, ({ zone, query }) => {
  const rules = selectedItems(query, firewallRulesOf(zone.previousWaf), QUERY);
  return pageOf(query, FIREWALL_PAGE_SIZES, rules, view);
});

/**
 * Takes an array of rules, or one rule; returns an array. Creates all of them with their new filters, or none
 * (docs/internals/service.md 7.8).
 */
const createFirewallRules = writeOperation(
  'firewall.rules.create',
  'POST',
  FIREWALL_RULES.path,
  ({ service, zone, body, dryRun }) => {
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
);

/** Replaces several rules; all of them must exist (docs/internals/service.md 7.8). */
const updateFirewallRules = writeOperation('firewall.rules.bulk.update', 'PUT', FIREWALL_RULES.path, (call) =>
  writeSeveral(FIREWALL_RULES, call, readReplacement, MAX_UPDATED),
);

/** Changes the priorities of several rules; all of them must exist (docs/internals/service.md 7.8). */
const editFirewallRules = writeOperation('firewall.rules.bulk.edit', 'PATCH', FIREWALL_RULES.path, (call) =>
  writeSeveral(FIREWALL_RULES, call, readEdit),
);

/** Changes the priority of a rule; returns an array, too (docs/internals/service.md 7.8). */
const editFirewallRule = writeOperation(
  'firewall.rules.edit',
  'PATCH',
  `${FIREWALL_RULES.path}/:${FIREWALL_RULES.parameter}`,
  (call) => {
    const { id } = namedItem(FIREWALL_RULES, call);
    return writeSeveral(FIREWALL_RULES, { ...call, body: [call.body] }, (item, zone) =>
      readEdit(item, zone, id),
    );
  },
);

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
