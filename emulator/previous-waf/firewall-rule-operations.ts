import { accepted } from '../errors/refusal';
import { pageOf } from '../lists/page-of';
import type { ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { noFirewallRule } from './errors';
import { checkExpressions, filterView } from './filters';
import type { ListQuery } from './list-query';
import { equalTo, FIREWALL_PAGE_SIZES, partOf, selectedItems, trueOrFalse } from './list-query';
import type { FirewallRule, StoredFirewallRule } from './previous-waf';
import { firewallRulesOf, withFilter } from './previous-waf';
import { readEdit, readNewRule, readReplacement, readUpdate } from './read-firewall-rule-bodies';
import type { StoredItems } from './stored-item-operations';
import {
  changeOperation,
  getOperation,
  namedItem,
  readSeveral,
  writeSeveral,
} from './stored-item-operations';

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
 * (docs/internals/service.md 7.8).
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

/** Replaces several rules; all of them must exist (docs/internals/service.md 7.8). */
const updateFirewallRules: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.bulk.update',
  method: 'PUT',
  path: FIREWALL_RULES.path,
  permission: 'waf:edit',
  body: 'json',
  run: (call) => writeSeveral(FIREWALL_RULES, call, readReplacement, MAX_UPDATED),
};

/** Changes the priorities of several rules; all of them must exist (docs/internals/service.md 7.8). */
const editFirewallRules: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.bulk.edit',
  method: 'PATCH',
  path: FIREWALL_RULES.path,
  permission: 'waf:edit',
  body: 'json',
  run: (call) => writeSeveral(FIREWALL_RULES, call, readEdit),
};

/** Changes the priority of a rule; returns an array, too (docs/internals/service.md 7.8). */
const editFirewallRule: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.edit',
  method: 'PATCH',
  path: `${FIREWALL_RULES.path}/:${FIREWALL_RULES.parameter}`,
  permission: 'waf:edit',
  body: 'json',
  run: (call) => {
    const { id } = namedItem(FIREWALL_RULES, call);
    return writeSeveral(FIREWALL_RULES, { ...call, body: [call.body] }, (item, zone) =>
      readEdit(item, zone, id),
    );
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
