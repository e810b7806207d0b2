import type { managedRulesSchema } from './managed-rules';
import { ACTION_SKIP, ID_PATTERN } from '../zone/service';
import { isRecord, sameValue, type JsonObject } from '../description/value';
import type { StateOf } from '../description/values-of';
import { contentOf, type EntryPointRule, type Expressed } from './deployment';
import { SKIP_REMAINING } from './overrides';

/** An exception, as the state has it. */
export type Exception = StateOf<typeof managedRulesSchema>['exceptions'][string];

/** Whether two exceptions do the same at the service, however they are written. */
export function sameException(one: Exception, other: Exception): boolean {
  return sameValue(meaningOf(one), meaningOf(other));
}

function meaningOf({ rulesets, rules, ...rest }: Exception): JsonObject {
  return { ...rest, ...skippedLists({ rulesets, rules }) };
}

/** What an exception lists, in one order. An empty list or map counts as unset, and is absent. */
export function skippedLists({ rulesets, rules }: Pick<Exception, 'rulesets' | 'rules'>): JsonObject {
  const byRuleset = Object.entries(rules ?? {}).map(([id, ids]) => [id, [...ids].sort()]);
  return {
    ...(rulesets?.length && { rulesets: [...rulesets].sort() }),
    ...(byRuleset.length > 0 && { rules: Object.fromEntries(byRuleset.sort()) }),
  };
}

/** The members of `action_parameters` that an exception can express (docs/internals/service.md 6.2). */
export const SKIPPED_MEMBERS = ['ruleset', 'rulesets', 'rules'] as const;

/**
 * A rule with the action `skip` as an exception.
 *
 * @param prior the exception that the rule is known to be: what else it skips is kept beside it. A rule that is none so
 *   far and skips more, such as products, cannot be expressed.
 */
export function exceptionOf(rule: EntryPointRule, prior?: Exception): Expressed<Exception> {
  if (rule.action !== ACTION_SKIP) return { reason: `its action is ${rule.action}` };
  const { ruleset, rulesets, rules, ...rest } = withoutNulls(rule.action_parameters ?? {});
  const [more] = Object.keys(rest);
  if (more !== undefined && !prior) return { reason: `it skips ${more}` };
  const read = readRules(rules);
  if ('reason' in read) return read;
  if (ruleset !== undefined && ruleset !== 'current')
    return { reason: `it skips the ruleset ${JSON.stringify(ruleset)}` };
  if (!isUndefinedOrIds(rulesets)) return { reason: 'it skips rulesets without valid ids' };
  const whole = [...new Set([...(rulesets ?? []), ...read.whole])];
  const value: Exception = {
    ...contentOf(rule),
    skip: ruleset === undefined ? null : SKIP_REMAINING,
    rulesets: whole.length > 0 ? whole : null,
    rules: Object.keys(read.rules).length > 0 ? read.rules : null,
  };
  if (value.skip === null && value.rulesets === null && value.rules === null)
    return { reason: 'it skips no managed rule' };
  if (value.skip !== null && (value.rulesets ?? value.rules) !== null)
    return { reason: 'it skips all remaining rules and others besides' };
  return { value: prior && sameException(prior, value) ? prior : value, kept: rest };
}

interface SkippedRules {
  readonly rules: Readonly<Record<string, readonly string[]>>;
  /** Rulesets with an empty list, which stands for the whole ruleset (docs/internals/service.md 6.2). */
  readonly whole: readonly string[];
}

function readRules(value: unknown): SkippedRules | { readonly reason: string } {
  if (value === undefined) return { rules: {}, whole: [] };
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  if (!entries?.every(([id, ids]) => ID_PATTERN.test(id) && isIds(ids)))
    return { reason: 'it skips rules without valid ids' };
  const lists = entries as readonly (readonly [string, readonly string[]])[];
  return {
    rules: Object.fromEntries(lists.filter(([, ids]) => ids.length > 0)),
    whole: lists.filter(([, ids]) => ids.length === 0).map(([id]) => id),
  };
}

function isUndefinedOrIds(value: unknown): value is readonly string[] | undefined {
  return value === undefined || isIds(value);
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && ID_PATTERN.test(id));
}

function withoutNulls(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
