import { type JsonObject, isObject } from '../checks/json';
import { readDistinct } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { readManagedRule, readManagedRuleset, type RuleContext } from './named-managed-rules';
import { PHASES } from './phases';

/**
 * What a `skip` rule can skip: everything after it in its ruleset, whole managed rulesets, rules of them, other
 * phases, or products that have no phase (docs/internals/service.md 6.2).
 */
const SKIPPED = ['ruleset', 'rulesets', 'rules', 'phases', 'products', 'phase'] as const;

type Skipped = (typeof SKIPPED)[number];

/** Members that exclude each other, and a member that needs another (docs/internals/service.md 6.2). */
const EXCLUSIVE: readonly (readonly [Skipped, Skipped])[] = [
  ['ruleset', 'rulesets'],
  ['ruleset', 'rules'],
  ['rulesets', 'phases'],
];

/** Products that a rule can skip (docs/internals/service.md 6.2). */
const PRODUCTS = ['bic', 'hot', 'rateLimit', 'securityLevel', 'uaBlock', 'waf', 'zoneLockdown'] as const;

/** Reads the parameters of `skip`: at least one member, in one of the published combinations. */
export function readSkipParameters(reader: Reader, context: RuleContext): JsonObject | undefined {
  const members = reader.members(SKIPPED);
  if (members === undefined) return undefined;
  const sent = new Set(SKIPPED.filter((name) => members.optional(name) !== undefined));
  if (sent.size === 0) return reader.refuse(`it must have at least one of ${SKIPPED.join(', ')}`);
  for (const [one, other] of EXCLUSIVE)
    if (sent.has(one) && sent.has(other)) reader.refuse(`it must not have both ${one} and ${other}`);
  if (sent.has('phase') && !sent.has('products'))
    members.optional('phase')?.refuse('it is only for rules with products');

  const rulesets = members.optional('rulesets');
  const rules = members.optional('rules');
  const phases = members.optional('phases');
  const products = members.optional('products');
  const read = {
    ruleset: members.optional('ruleset')?.oneOf(['current']),
    rulesets: rulesets && readDistinct(rulesets, (item) => readManagedRuleset(item, context)?.id),
    rules: rules && readRules(rules, context),
    phases: phases && readDistinct(phases, (item) => item.oneOf(PHASES)),
    products: products && readDistinct(products, (item) => item.oneOf(PRODUCTS)),
    phase: members.optional('phase')?.oneOf(['current']),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/**
 * Lists of rule ids by the id of their managed ruleset. A rule must belong to its ruleset (docs/internals/service.md 6.2); an
 * empty list stands for the whole ruleset.
 */
function readRules(reader: Reader, context: RuleContext): JsonObject | undefined {
  const { value } = reader;
  if (!isObject(value)) return reader.refuse('it must be an object of lists of rule ids by ruleset id');
  const ids = Object.keys(value);
  if (ids.length === 0) return reader.refuse('it must name at least one managed ruleset');
  const lists = ids.map((id) => {
    const ruleset = readManagedRuleset(reader.with(id, id), context);
    const list = reader.member(id);
    const isEmpty = Array.isArray(list.value) && list.value.length === 0;
    const read = (item: Reader): string | undefined => ruleset && readManagedRule(item, ruleset, context)?.id;
    return [id, isEmpty ? [] : ruleset && readDistinct(list, read)] as const;
  });
  return Object.fromEntries(lists);
}
