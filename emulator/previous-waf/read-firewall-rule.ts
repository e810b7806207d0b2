import { readDistinct, readWholeNumber, unlessNull } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import { INVALID_EXPRESSION } from '../errors/published';
import type { FirewallRule } from './previous-waf';
import type { Made } from './seed-items';
import { readSeedId, readSeedItems } from './seed-items';

type Filter = FirewallRule['filter'];

/** A filter without its identity. */
export type FilterInput = Omit<Filter, 'id'>;

/** A firewall rule without its filter and identity. */
export type FirewallRuleInput = Omit<FirewallRule, 'id' | 'filter'>;

export const FIREWALL_RULE_MEMBERS = [
  'paused',
  'description',
  'action',
  'products',
  'priority',
  'ref',
] as const;

export const FILTER_MEMBERS = ['expression', 'paused', 'description', 'ref'] as const;

/** docs/service.md 7.7 and client libraries. */
const ACTIONS = [
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'allow',
  'log',
  'bypass',
] as const;

/** What a `bypass` may skip (docs/service.md 7.7). */
const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'] as const;

const GREATEST_PRIORITY = 2_147_483_647;

/**
 * In bytes. Four times what a migration accepts (docs/service.md 8), so that a zone can be unable to migrate.
 */
const MAX_EXPRESSION_BYTES = 16_384;

/** Reads the rule without its filter. Only a `bypass` has products, and it has at least one. */
export function readFirewallRule(
  members: Members<(typeof FIREWALL_RULE_MEMBERS)[number]>,
): FirewallRuleInput | undefined {
  const action = members.required('action')?.oneOf(ACTIONS);
  const products = action && readProducts(action, members);
  const priority = unlessNull(members.optional('priority'));
  const paused = members.optional('paused')?.boolean() ?? false;
  const description = members.optional('description')?.string() ?? '';
  const ref = members.optional('ref')?.string() ?? '';
  if (action === undefined || products === undefined) return undefined;
  return {
    paused,
    description,
    action,
    products,
    priority: (priority && readWholeNumber(priority, 0, GREATEST_PRIORITY)) ?? null,
    ref,
  };
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

export function readFilter(members: Members<(typeof FILTER_MEMBERS)[number]>): FilterInput | undefined {
  const expression = readExpression(members.required('expression'));
  const paused = members.optional('paused')?.boolean() ?? false;
  const description = members.optional('description')?.string() ?? '';
  const ref = members.optional('ref')?.string() ?? '';
  return expression === undefined ? undefined : { expression, paused, description, ref };
}

/** Expressions are not parsed, only checked for being blank or too long. */
function readExpression(reader: Reader | undefined): string | undefined {
  const expression = reader?.string();
  if (expression === undefined) return undefined;
  if (expression.trim() === '') return reader?.refuse('it must not be blank', INVALID_EXPRESSION);
  if (Buffer.byteLength(expression) <= MAX_EXPRESSION_BYTES) return expression;
  return reader?.refuse(`it must be at most ${MAX_EXPRESSION_BYTES} bytes`, INVALID_EXPRESSION);
}

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
