import { type JsonObject, isObject } from '../checks/json';
import * as is from '../checks/shape';
import { type RuleContext, managedRuleId, managedRulesetId } from './managed-ruleset';
import { MANAGED_PHASE } from './phases';

/**
 * What a `skip` rule can skip: everything after it in its ruleset, whole managed rulesets, rules of them, other
 * phases, or products that have no phase (docs/internals/service.md 6.2).
 */
const SKIPPED = ['ruleset', 'rulesets', 'rules', 'phases', 'products', 'phase'] as const;

/** Members that exclude each other, and a member that needs another (docs/internals/service.md 6.2). */
const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ['ruleset', 'rulesets'],
  ['ruleset', 'rules'],
  ['rulesets', 'phases'],
];

/** Phases that a rule can skip (docs/internals/service.md 6.2). */
const SKIPPED_PHASES = ['http_ratelimit', 'http_request_sbfm', MANAGED_PHASE];

/** Products that a rule can skip (docs/internals/service.md 6.2). */
const PRODUCTS = ['bic', 'hot', 'rateLimit', 'securityLevel', 'uaBlock', 'waf', 'zoneLockdown'] as const;

/** The parameters of `skip`: at least one member, in one of the published combinations. */
export function skipParameters(context: RuleContext): is.Shape<JsonObject> {
  const listOf = <T>(item: is.Shape<T>): is.Optional<readonly T[], undefined> =>
    is.optional(is.nonEmpty(is.distinct(item)));
  const members = is.object({
    ruleset: is.optional(is.oneOf(['current'])),
    rulesets: listOf(managedRulesetId(context)),
    rules: is.optional(skippedRules(context)),
    phases: listOf(is.oneOf(SKIPPED_PHASES)),
    products: listOf(is.oneOf(PRODUCTS)),
    phase: is.optional(is.oneOf(['current'])),
  });
  return is.also(members, (sent) => {
    if (!SKIPPED.some((name) => sent.has(name)))
      sent.refuse(`it must have at least one of ${SKIPPED.join(', ')}`);
    for (const [one, other] of EXCLUSIVE)
      if (sent.has(one) && sent.has(other)) sent.refuse(`it must not have both ${one} and ${other}`);
    if (sent.has('phase') && !sent.has('products'))
      sent.member('phase').refuse('it is only for rules with products');
  });
}

/**
 * Lists of rule ids by the id of their managed ruleset. A rule must belong to its ruleset (docs/internals/service.md 6.2); an
 * empty list stands for the whole ruleset.
 */
function skippedRules(context: RuleContext): is.Shape<JsonObject> {
  return (reader) => {
    if (!isObject(reader.value))
      return reader.refuse('it must be an object of lists of rule ids by ruleset id');
    const lists = Object.keys(reader.value).map((id) => {
      const isNamed = managedRulesetId(context)(reader.with(id, id)) !== undefined;
      return [id, isNamed ? is.distinct(managedRuleId(id, context))(reader.member(id)) : []] as const;
    });
    return lists.length === 0
      ? reader.refuse('it must name at least one managed ruleset')
      : Object.fromEntries(lists);
  };
}
