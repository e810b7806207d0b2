import { checkSameId } from '../checks/read-values';
import type { Checked, Reader } from '../checks/reader';
import { check } from '../checks/reader';
import { accepted } from '../errors/refusal';
import type { Operation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { noFirewallRule } from './errors';
import { pageOf } from './paging';
import type { FirewallRule } from './previous-waf';
import type { FilterInput, FirewallRuleInput } from './read-firewall-rule';
import { FILTER_MEMBERS, FIREWALL_RULE_MEMBERS, readFilter, readFirewallRule } from './read-firewall-rule';
import type { Changed, StoredItems } from './stored-item-operations';
import { changeOperation, deleteOperation, getOperation } from './stored-item-operations';

const FIREWALL_RULES: StoredItems<FirewallRule> = {
  name: 'firewall.rules',
  path: '/zones/:zone_id/firewall/rules',
  parameter: 'rule_id',
  itemsOf: (waf) => waf.firewallRules,
  missing: noFirewallRule,
  view,
};

/** Client libraries send these times with everything; they are accepted and ignored. */
const TIMES = ['created_on', 'modified_on'] as const;

interface SentRule {
  readonly rule: FirewallRuleInput;
  readonly filter: FilterInput;
}

/** The firewall rules, oldest first (docs/service.md 7.7). They continue to work after the migration. */
const listFirewallRules: Operation = {
  name: 'firewall.rules.list',
  method: 'GET',
  path: FIREWALL_RULES.path,
  permission: 'waf:read',
  body: 'none',
  run: ({ zone, query }) => pageOf(query, [...zone.previousWaf.firewallRules.values()], view),
};

/** Takes an array of rules, or one rule; returns an array. Creates all of them, or none. */
const createFirewallRules: Operation = {
  name: 'firewall.rules.create',
  method: 'POST',
  path: FIREWALL_RULES.path,
  permission: 'waf:edit',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const sent = accepted(readNewRules(body));
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    const created = sent.map(({ rule, filter }): FirewallRule => {
      const id = service.identifiers.next();
      return { id, ...rule, filter: { id: service.identifiers.next(), ...filter } };
    });
    for (const rule of created) zone.previousWaf.firewallRules.set(rule.id, rule);
    return { kind: 'result', result: created.map(view) };
  },
};

export const FIREWALL_RULE_OPERATIONS: readonly Operation[] = [
  listFirewallRules,
  createFirewallRules,
  getOperation(FIREWALL_RULES),
  changeOperation(FIREWALL_RULES, 'PUT', readReplacement),
  deleteOperation(FIREWALL_RULES),
];

function readNewRules(body: unknown): Checked<readonly SentRule[]> {
  return check(body, (reader) => {
    const items = Array.isArray(reader.value) ? reader.items() : [reader];
    if (items?.length === 0) return reader.refuse('it must have at least one rule');
    return items?.flatMap((item) => readRule(item, undefined) ?? []);
  });
}

/** Replaces the rule with its filter; both keep their ids. */
function readReplacement(reader: Reader, stored: FirewallRule): Changed<FirewallRule> | undefined {
  const sent = readRule(reader, stored);
  return sent && (() => ({ id: stored.id, ...sent.rule, filter: { id: stored.filter.id, ...sent.filter } }));
}

/** A rule with its filter; accepts ids only if they are those of the stored rule. */
function readRule(reader: Reader, stored: FirewallRule | undefined): SentRule | undefined {
  const identity = stored === undefined ? [] : (['id'] as const);
  const members = reader.members([...identity, ...TIMES, ...FIREWALL_RULE_MEMBERS, 'filter']);
  if (members === undefined) return undefined;
  for (const time of TIMES) members.optional(time)?.string();
  const rule = readFirewallRule(members);
  const filterMembers = members.required('filter')?.members([...identity, ...FILTER_MEMBERS]);
  if (stored !== undefined) {
    checkSameId(members.optional('id'), stored.id);
    checkSameId(filterMembers?.optional('id'), stored.filter.id);
  }
  const filter = filterMembers && readFilter(filterMembers);
  return rule === undefined || filter === undefined ? undefined : { rule, filter };
}

/** Captured answers have `products` only with `bypass`, and no `ref` if none was given. */
function view({ products, ref, filter, ...rule }: FirewallRule): unknown {
  const { ref: filterRef, ...shownFilter } = filter;
  return {
    ...rule,
    ...(products.length > 0 && { products }),
    ...(ref !== '' && { ref }),
    filter: { ...shownFilter, ...(filterRef !== '' && { ref: filterRef }) },
  };
}
