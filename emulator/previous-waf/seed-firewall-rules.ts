import type { Reader } from '../checks/reader';
import type { FirewallRule } from './previous-waf';
import {
  FILTER_MEMBERS,
  FIREWALL_RULE_MEMBERS,
  readExpression,
  readFilter,
  readFirewallRule,
} from './read-firewall-rule';
import type { Made } from './seed-items';
import { readSeedId, readSeedItems } from './seed-items';

/** The firewall rules of a seed, each with its filter or just an expression. */
export function readSeedFirewallRules(reader: Reader | undefined): readonly Made<FirewallRule>[] {
  return readSeedItems(reader, (item, readId) => {
    const members = item.members(['id', ...FIREWALL_RULE_MEMBERS, 'filter', 'expression']);
    if (members === undefined) return undefined;
    const id = readId(members.optional('id'));
    const rule = readFirewallRule(members);
    const expression = members.optional('expression');
    const sentFilter = members.optional('filter');
    if ((expression === undefined) === (sentFilter === undefined))
      return item.refuse('it must have either a filter or an expression');
    const filter = sentFilter ? readSeedFilter(sentFilter) : filterOf(readExpression(expression));
    if (rule === undefined || filter === undefined) return undefined;
    return (next, time) => ({ id: id ?? next(), ...rule, filter: filter(next, time) });
  });
}

function readSeedFilter(reader: Reader): Made<FirewallRule['filter']> | undefined {
  const members = reader.members(['id', ...FILTER_MEMBERS]);
  const id = readSeedId(members?.optional('id'));
  const filter = members && readFilter(members);
  return filter && ((next) => ({ id: id ?? next(), ...filter }));
}

function filterOf(expression: string | undefined): Made<FirewallRule['filter']> | undefined {
  if (expression === undefined) return undefined;
  return (next) => ({ id: next(), expression, paused: false, description: '', ref: '' });
}
