import { type JsonObject, present } from '../checks/json';
import * as is from '../checks/shape';
import { IDENTIFIER } from '../service/identifiers';
import { type ManagedRule, managedRuleId, managedRulesetId, type RuleContext } from './managed-ruleset';
import { CORE_SCORE_RULE_ID } from './sample-managed-rulesets';

/** The version that zones execute unless they pin one; answers have it even if it was not sent (docs/internals/service.md 3.2). */
const LATEST_VERSION = 'latest';

/** `latest`, or the number of a version to stay at (docs/internals/service.md 6.1). */
const VERSION = is.text(/^(?:latest|[1-9]\d*)$/, `'${LATEST_VERSION}' or decimal digits`);

/**
 * The parameters of `execute` (docs/internals/service.md 6.1): the managed ruleset, what differs in this zone, and the key
 * with which the service encrypts the matched part of a request.
 */
export function executeParameters(context: RuleContext): is.Shape<JsonObject> {
  return is.dependent(({ id }) =>
    is.object({
      id: managedRulesetId(context),
      version: is.optional(VERSION, LATEST_VERSION),
      // They name rules and categories of the ruleset, so they mean nothing without it.
      overrides: is.optional(
        typeof id === 'string' && IDENTIFIER.test(id) ? overrides(id, context) : () => undefined,
      ),
      matched_data: is.optional(is.object({ public_key: is.text(/./s, 'a key') })),
    }),
  );
}

/** What can be overridden at each level: for all rules, for a category, for one rule (docs/internals/service.md 6.1). */
const CHANGES = {
  action: is.optional(
    is.oneOf(['log', 'block', 'challenge', 'js_challenge', 'managed_challenge', 'rewrite']),
  ),
  enabled: is.optional(is.flag),
  sensitivity_level: is.optional(is.oneOf(['default', 'medium', 'low', 'eoff'])),
} as const;

/** The `overrides` of an `execute` rule (docs/internals/service.md 6.1) for the managed ruleset with this id. */
function overrides(rulesetId: string, context: RuleContext): is.Shape<JsonObject> {
  const ruleset = context.managedRulesets.find((offered) => offered.ruleset.id === rulesetId)?.ruleset;
  const rule = is.dependent(({ id }) =>
    is.object({
      id: managedRuleId(rulesetId, context),
      ...CHANGES,
      score_threshold: is.optional(scoreThreshold(ruleset?.rules.find((known) => known.id === id))),
    }),
  );
  const category = is.object({ category: is.text(/\S/, 'a category'), ...CHANGES });
  const shape = is.object({
    ...CHANGES,
    categories: is.optional(overrideList('category', category)),
    rules: is.optional(overrideList('id', rule)),
  });
  return is.mapped(
    is.atLeast(1, shape, 'it must have at least one member'),
    ({ categories, rules, ...forAll }) => ({ ...forAll, ...present({ categories, rules }) }),
  );
}

/** An override names something and changes it, so it has at least two members (docs/internals/service.md 6.1). */
function overrideList(names: string, override: is.Shape<JsonObject>): is.Shape<readonly JsonObject[]> {
  const reason = 'it must have at least two members: what it is for and a change';
  const list = is.distinct(is.atLeast(2, override, reason), (sent) => sent[names], {
    at: names,
    reason: 'the list has another override for it',
  });
  return is.atLeast(1, list, 'a list that is present must have at least one item');
}

/** The threshold belongs to the one rule that acts on the score (docs/internals/service.md 6.3). */
function scoreThreshold(rule: ManagedRule | undefined): is.Shape<number> {
  return (reader) => {
    const { value } = reader;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
      return reader.refuse('it must be a whole number from 1');
    return rule === undefined || rule.score_threshold !== undefined
      ? value
      : reader.refuse(`only the rule ${CORE_SCORE_RULE_ID} has a score threshold`);
  };
}
