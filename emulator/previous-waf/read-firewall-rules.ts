import { readDistinct, readWholeNumber } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import type { Filter, StoredFirewallRule } from './previous-waf';
import { type Made, readNewId, readSeedId, readSeedItems } from './seed-items';

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

/** What a `bypass` may skip (docs/internals/service.md 7.8). */
const PRODUCTS = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'] as const;

const GREATEST_PRIORITY = 2_147_483_647;

/** In bytes. Four times what a migration accepts (docs/internals/service.md 8), so that a zone can be unable to migrate. */
const MAX_EXPRESSION_BYTES = 16_384;

const FILTER_MEMBERS = ['id', 'expression', 'paused', 'description', 'ref'] as const;

const RULE_MEMBERS = [
  'id',
  'paused',
  'description',
  'action',
  'products',
  'priority',
  'ref',
  'filter',
  'expression',
] as const;

/** A firewall rule of a seed, and its filter if it brings one along. */
interface MadeFirewallRule {
  readonly rule: StoredFirewallRule;
  readonly filter: Filter | undefined;
}

/**
 * The filters of a seed, and its firewall rules, each with a filter, the id of one, or just an expression. The ids of the
 * filters all differ.
 */
export function readSeedFirewall(
  filters: Reader | undefined,
  rules: Reader | undefined,
): { readonly filters: readonly Made<Filter>[]; readonly rules: readonly Made<MadeFirewallRule>[] } {
  const filterIds = new Set<string>();
  return {
    filters: (filters?.items() ?? []).flatMap((item) => {
      const members = item.members(FILTER_MEMBERS);
      return (members && readFilter(members, filterIds)) ?? [];
    }),
    rules: readSeedItems(rules, (item, readId) => readRule(item, readId, filterIds)),
  };
}

function readFilter(
  members: Members<(typeof FILTER_MEMBERS)[number]>,
  ids: Set<string>,
): Made<Filter> | undefined {
  const id = readNewId(members.optional('id'), ids);
  const expression = readExpression(members.required('expression'));
  const rest = readCommon(members);
  return expression === undefined ? undefined : (next) => ({ id: id ?? next(), expression, ...rest });
}

function readRule(
  item: Reader,
  readId: (id: Reader | undefined) => string | undefined,
  filterIds: Set<string>,
): Made<MadeFirewallRule> | undefined {
  const members = item.members(RULE_MEMBERS);
  if (members === undefined) return undefined;
  const sentId = readId(members.optional('id'));
  const action = members.required('action')?.oneOf(ACTIONS);
  const products = action && readProducts(action, members);
  const sentPriority = members.optional('priority');
  const priority =
    sentPriority === undefined || sentPriority.value === null
      ? null
      : readWholeNumber(sentPriority, 0, GREATEST_PRIORITY);
  const rest = readCommon(members);
  const filter = readFilterOfRule(item, members, filterIds);
  if (action === undefined || products === undefined || priority === undefined || filter === undefined)
    return undefined;
  return (next, time) => {
    const id = sentId ?? next();
    const made = typeof filter === 'string' ? { id: filter } : filter(next, time);
    const rule = { id, action, products, priority, ...rest, filterId: made.id };
    return { rule, filter: 'expression' in made ? made : undefined };
  };
}

function readCommon(
  members: Members<'paused' | 'description' | 'ref'>,
): Pick<Filter, 'paused' | 'description' | 'ref'> {
  return {
    paused: members.optional('paused')?.boolean() ?? false,
    description: members.optional('description')?.string() ?? '',
    ref: members.optional('ref')?.string() ?? '',
  };
}

/** Expressions are not parsed, only checked for being blank or too long. */
function readExpression(reader: Reader | undefined): string | undefined {
  const expression = reader?.string();
  if (expression === undefined) return undefined;
  if (expression.trim() === '') return reader?.refuse('it must not be blank');
  if (Buffer.byteLength(expression) <= MAX_EXPRESSION_BYTES) return expression;
  return reader?.refuse(`it must be at most ${MAX_EXPRESSION_BYTES} bytes`);
}

/** Only a `bypass` has products, and it has at least one. */
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

/** A filter that the rule brings along, or the id of one before it: it has an id and no expression. */
function readFilterOfRule(
  item: Reader,
  members: Members<'filter' | 'expression'>,
  ids: Set<string>,
): Made<Filter> | string | undefined {
  const sentExpression = members.optional('expression');
  const sentFilter = members.optional('filter');
  if ((sentExpression === undefined) === (sentFilter === undefined))
    return item.refuse('it must have either a filter or an expression');
  if (sentFilter === undefined) {
    const expression = readExpression(sentExpression);
    const made = { paused: false, description: '', ref: '' };
    return expression === undefined ? undefined : (next) => ({ id: next(), expression, ...made });
  }
  const ofFilter = sentFilter.members(FILTER_MEMBERS);
  const named = ofFilter?.optional('id');
  if (ofFilter === undefined || named === undefined || ofFilter.optional('expression') !== undefined)
    return ofFilter && readFilter(ofFilter, ids);
  const id = readSeedId(named);
  return id === undefined || ids.has(id) ? id : named.refuse('no filter above has this id');
}
