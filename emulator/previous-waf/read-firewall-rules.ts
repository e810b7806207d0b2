import * as is from '../checks/shape';
import { identifier } from '../service/identifiers';
import type { Filter, StoredFirewallRule } from './previous-waf';
import { type Made, newId } from './seed-items';

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

/** A firewall rule of a seed, and its filter if it brings one along. */
interface MadeFirewallRule {
  readonly rule: StoredFirewallRule;
  readonly filter: Filter | undefined;
}

/** Expressions are not parsed, only checked for being blank or too long. */
const EXPRESSION = is.refusedIf(is.text(), (sent) => {
  if (sent.trim() === '') return 'it must not be blank';
  if (Buffer.byteLength(sent) > MAX_EXPRESSION_BYTES)
    return `it must be at most ${MAX_EXPRESSION_BYTES} bytes`;
  return undefined;
});

const COMMON = {
  paused: is.optional(is.flag, false),
  description: is.optional(is.text(), ''),
  ref: is.optional(is.text(), ''),
} as const;

/** Only a `bypass` has products. */
const NO_PRODUCTS = is.optional<readonly string[]>(
  (products) => (products.items()?.length ? products.refuse('only the action bypass has products') : []),
  [],
);

/** The filters of a seed. @param ids of the filters, to which theirs are added */
export function seedFilters(ids: Set<string>): is.Shape<readonly Made<Filter>[]> {
  return is.list(seedFilter(ids));
}

function seedFilter(ids: Set<string>): is.Shape<Made<Filter>> {
  return is.mapped(
    is.object({ id: is.optional(newId(ids)), expression: EXPRESSION, ...COMMON }),
    ({ id, ...rest }) =>
      (next) => ({ id: id ?? next(), ...rest }),
  );
}

/** The firewall rules of a seed, each with a filter, the id of one before it, or just an expression. */
export function seedFirewallRules(filterIds: Set<string>): is.Shape<readonly Made<MadeFirewallRule>[]> {
  const id = is.optional(newId(new Set()));
  const rule = is.dependent(({ action }) =>
    is.object({
      id,
      action: is.oneOf(ACTIONS),
      products: action === 'bypass' ? is.nonEmpty(is.distinct(is.oneOf(PRODUCTS))) : NO_PRODUCTS,
      priority: is.optional(is.nullable(is.whole(0, GREATEST_PRIORITY)), null),
      ...COMMON,
      filter: is.optional(filterOfRule(filterIds)),
      expression: is.optional(is.mapped(EXPRESSION, filterWith)),
    }),
  );
  const either = is.also(rule, (sent) => {
    if (sent.has('filter') === sent.has('expression'))
      sent.refuse('it must have either a filter or an expression');
  });
  return is.list(
    is.mapped(either, ({ id: sentId, filter, expression, ...rest }) => {
      const makeFilter = filter ?? expression;
      return (
        makeFilter &&
        ((next, time) => {
          const ownId = sentId ?? next();
          const made = makeFilter(next, time);
          const stored = { id: ownId, ...rest, filterId: made.id };
          return { rule: stored, filter: 'expression' in made ? made : undefined };
        })
      );
    }),
  );
}

function filterWith(expression: string): Made<Filter> {
  return (next) => ({ id: next(), expression, paused: false, description: '', ref: '' });
}

/** A filter that the rule brings along, or the id of one before it: it has an id and no expression. */
function filterOfRule(ids: Set<string>): is.Shape<Made<Filter | Pick<Filter, 'id'>>> {
  const own = seedFilter(ids);
  const known = is.refusedIf(identifier, (id) => (ids.has(id) ? undefined : 'no filter above has this id'));
  const named = is.mapped(is.object({ id: known, ...COMMON }), ({ id }) => () => ({ id }));
  return (filter) => (filter.has('id') && !filter.has('expression') ? named : own)(filter);
}
