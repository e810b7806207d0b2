import { readDistinct, readWholeNumber } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import type { Plan } from '../service/zone';
import type { Filter, StoredFirewallRule } from './previous-waf';
import { type FilterOfRule, type SeedFilters, readExpression, readTexts, seedFilter } from './read-filter';
import { type Made, readSeedItems } from './seed-items';

/** A firewall rule without its filter and identity. */
export type FirewallRuleInput = Omit<StoredFirewallRule, 'id' | 'filterId'>;

export const FIREWALL_RULE_MEMBERS = [
  'paused',
  'description',
  'action',
  'products',
  'priority',
  'ref',
] as const;

/** docs/internals/service.md 7.8 and client libraries. */
const ACTIONS = [
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'allow',
  'log',
  'bypass',
] as const;

type RuleAction = (typeof ACTIONS)[number];

/** What a `bypass` may skip (docs/internals/service.md 7.8). */
const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'] as const;

const GREATEST_PRIORITY = 2_147_483_647;

/** Reads the rule without its filter. Only a `bypass` has products, and it has at least one. */
export function readFirewallRule(
  members: Members<(typeof FIREWALL_RULE_MEMBERS)[number]>,
  plan: Plan,
): FirewallRuleInput | undefined {
  const action = readRuleAction(members.required('action'), plan);
  const products = action && readProducts(action, members);
  const priority = readPriority(members.optional('priority')) ?? null;
  const paused = members.optional('paused')?.boolean() ?? false;
  const texts = readTexts(members);
  if (action === undefined || products === undefined) return undefined;
  return {
    paused,
    action,
    products,
    priority,
    ...texts,
  };
}

/** Only Enterprise zones have the action `log` (docs/internals/service.md 7.8). */
function readRuleAction(reader: Reader | undefined, plan: Plan): RuleAction | undefined {
  const action = reader?.oneOf(ACTIONS);
  if (action !== 'log' || plan === 'enterprise') return action;
  return reader?.refuse(`the ${plan} plan does not include it; log needs the enterprise plan`);
}

/** Null is no priority; `undefined` if there is no value, or none that fits. */
export function readPriority(reader: Reader | undefined): number | null | undefined {
  if (reader === undefined || reader.value === null) return reader && null;
  return readWholeNumber(reader, 0, GREATEST_PRIORITY);
}

function readProducts(action: string, members: Members<'products'>): readonly string[] | undefined {
  if (action === 'bypass') {
    const products = members.required('products');
    return products && readDistinct(products, (item) => item.oneOf(PRODUCTS));
  }
  const products = members.optional('products');
  const items = products === undefined ? [] : products.items();
  if (items === undefined || items.length === 0) return items && [];
  return products?.refuse('only the action bypass has products');
}

/** A firewall rule of a seed, and its filter if it brings one along. */
interface MadeFirewallRule {
  readonly id: string;
  readonly rule: StoredFirewallRule;
  readonly filter: Filter | undefined;
}

/** The firewall rules of a seed, each with a filter, the id of one, or just an expression. */
export function readSeedFirewallRules(
  reader: Reader | undefined,
  filters: SeedFilters,
  plan: Plan,
): readonly Made<MadeFirewallRule>[] {
  return readSeedItems(reader, (item, readId) => {
    const members = item.members(['id', ...FIREWALL_RULE_MEMBERS, 'filter', 'expression']);
    if (members === undefined) return undefined;
    const sentId = readId(members.optional('id'));
    const rule = readFirewallRule(members, plan);
    const filter = readSeedFilter(item, members, filters);
    if (rule === undefined || filter === undefined) return undefined;
    return (next, time) => {
      const id = sentId ?? next();
      if ('id' in filter) return { id, rule: { id, ...rule, filterId: filter.id }, filter: undefined };
      const made = filter.made(next, time);
      return { id, rule: { id, ...rule, filterId: made.id }, filter: made };
    };
  });
}

function readSeedFilter(
  item: Reader,
  members: Members<'filter' | 'expression'>,
  filters: SeedFilters,
): FilterOfRule<Made<Filter>> | undefined {
  const sentExpression = members.optional('expression');
  const sentFilter = members.optional('filter');
  if ((sentExpression === undefined) === (sentFilter === undefined))
    return item.refuse('it must have either a filter or an expression');
  if (sentFilter !== undefined) return filters.readOfRule(sentFilter);
  const expression = readExpression(sentExpression);
  return expression === undefined ? undefined : seedFilter(expression);
}
