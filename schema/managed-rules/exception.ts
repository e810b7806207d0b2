import type { managedRulesSchema } from './managed-rules';
import { ACTION_SKIP, ID_PATTERN } from '../zone/service';
import {
  isRecord,
  sameValue,
  type JsonObject,
  isUnknown,
  isWhollyKnown,
  isKnown,
} from '../description/value';
import type { StateOf } from '../description/values-of';
import { contentOf, type EntryPointRule, type Expressed, managedRulesetId } from './deployment';
import { SKIP_REMAINING, ruleIdMalformed } from './overrides';
import type { Problem, PathStep } from '../description/problem';
import { defaultOrder } from './rule-names';
import type { Check } from '../description/attribute';

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

/**
 * Exceptions that skip nothing, because no deployment that they are for comes after them (docs/internals/service.md 6.2). For
 * warnings: the service accepts them. Exceptions of a configuration that is not wholly known are left out.
 */
export function exceptionsWithoutEffect({ deployments, exceptions, order }: JsonObject): readonly Problem[] {
  if (!isRecord(exceptions) || !isWhollyKnown([deployments, exceptions, order])) return [];
  const all = isRecord(deployments) ? deployments : {};
  const names = Array.isArray(order)
    ? (order as readonly string[])
    : defaultOrder({ deployments: all, exceptions });
  return Object.entries(exceptions).flatMap(([name, exception]) => {
    if (!isRecord(exception)) return [];
    const after = names.slice(names.indexOf(name) + 1).flatMap((one) => rulesetOf(all[one]));
    const { skip, rulesets, rules } = exception;
    const skipped = [
      ...(Array.isArray(rulesets) ? (rulesets as readonly string[]) : []),
      ...(isRecord(rules) ? Object.keys(rules) : []),
    ];
    const missing = skipped.filter((id) => !after.includes(id));
    if (skip !== null && skip !== undefined && after.length === 0) return [nothingAfter(name)];
    return missing.length > 0 ? [notDeployedAfter(name, missing)] : [];
  });
}

function rulesetOf(deployment: unknown): readonly string[] {
  const id = isRecord(deployment) ? deployment['ruleset_id'] : undefined;
  return typeof id === 'string' && !isUnknown(id) ? [id] : [];
}

function nothingAfter(name: string): Problem {
  return {
    code: 'exception_without_effect',
    path: ['exceptions', name],
    message: `The exception ${JSON.stringify(name)} has no effect: no deployment comes after it.`,
    hint: 'An exception affects the deployments after it. Move it before them in order, or remove it.',
  };
}

function notDeployedAfter(name: string, ids: readonly string[]): Problem {
  return {
    code: 'exception_without_effect',
    path: ['exceptions', name],
    message: `The exception ${JSON.stringify(name)} has no effect on ${ids.join(', ')}, which no deployment after it runs.`,
    hint: 'An exception affects the deployments after it. Deploy the managed ruleset after the exception, move the exception, or remove what it skips in vain.',
  };
}

/** Checks that each exception says what it skips, in one of the ways that the service has (docs/internals/service.md 6.2). */
export const exceptionChecks: readonly Check<JsonObject>[] = [
  (exceptions) =>
    Object.entries(exceptions).flatMap(([name, exception]) =>
      isRecord(exception) ? exceptionProblems(name, exception) : [],
    ),
];

function exceptionProblems(name: string, { skip, rulesets, rules }: JsonObject): readonly Problem[] {
  if ([skip, rulesets, rules].some(isUnknown)) return [];
  // An empty list or map counts as unset.
  const given = { rulesets, rules };
  const [written, listed] = [isKnown, isFilled].map((is) => LISTS.find((list) => is(given[list])));
  if (!isKnown(skip) && listed === undefined)
    return [nothingSkipped(name, written === undefined ? [name] : [name, written])];
  if (isKnown(skip) && listed !== undefined) return [skipsTwice(name, listed)];
  return isRecord(rules) ? ruleProblems(name, rules) : [];
}

const LISTS = ['rulesets', 'rules'] as const;

function isFilled(list: unknown): boolean {
  return isKnown(list) && Object.keys(list as object).length > 0;
}

function ruleProblems(name: string, rules: JsonObject): readonly Problem[] {
  return Object.entries(rules).flatMap(([rulesetId, ids]) => {
    const at = [name, 'rules', rulesetId];
    const malformed = managedRulesetId(rulesetId).map((problem) => ({ ...problem, path: at }));
    if (isUnknown(ids)) return malformed;
    if (!Array.isArray(ids) || ids.length === 0) return [...malformed, noRules(rulesetId, at)];
    const wrong = ids.filter((id) => !isUnknown(id) && !(typeof id === 'string' && ID_PATTERN.test(id)));
    return [...malformed, ...wrong.map((id) => ruleIdMalformed(String(id), at))];
  });
}

function nothingSkipped(name: string, path: readonly PathStep[]): Problem {
  return {
    code: 'exception_empty',
    path,
    message: `The exception ${JSON.stringify(name)} skips nothing.`,
    hint: 'Set skip = "remaining" (all managed rules after it), rulesets (whole managed rulesets), or rules (rules by their managed ruleset); or remove the exception.',
  };
}

function skipsTwice(name: string, listed: (typeof LISTS)[number]): Problem {
  return {
    code: 'exception_two_forms',
    path: [name, listed],
    message: `The exception ${JSON.stringify(name)} has both skip and ${listed}.`,
    hint: `skip = "remaining" skips all managed rules after the exception. Remove it, or remove ${listed}.`,
  };
}

function noRules(rulesetId: string, path: readonly PathStep[]): Problem {
  return {
    code: 'exception_rules_empty',
    path,
    message: `No rules are listed for the managed ruleset ${rulesetId}.`,
    hint: 'List the ids of the rules to skip. To skip the whole managed ruleset, add it to rulesets instead.',
  };
}
