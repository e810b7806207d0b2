import { isRecord, sameValue, type JsonObject } from '../description/value';
import type { StateOf } from '../description/values-of';
import { ACTION_EXECUTE, ACTION_SKIP, ID_PATTERN } from '../zone/service';
import { coreRuleSetIn, overridesOfCoreRuleSet } from './core-rule-set';
import type { managedRulesSchema } from './managed-rules';
import {
  joinedOverrides,
  membersOfOverrides,
  readOverrides,
  SKIP_CURRENT,
  writtenOverrides,
  type OverrideMembers,
} from './overrides';
import { CORE_RULE_SET_ID } from './well-known-rulesets';

/** The managed rules of a zone, as the state has them: in the order in which the service runs them. */
export type ManagedRules = StateOf<typeof managedRulesSchema>['rules'];

/** One of them. It has exactly one of `execute` and `skip`. */
export type ManagedRule = ManagedRules[number];

/** What a rule executes. */
export type Execute = NonNullable<ManagedRule['execute']>;

/** What a rule skips. */
export type Skip = NonNullable<ManagedRule['skip']>;

/** A rule of the entry point, as the service returns it (docs/internals/service.md 3.2). */
export interface EntryPointRule {
  readonly id: string;
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly action_parameters?: JsonObject;
  readonly [member: string]: unknown;
}

/** The rule with this name; undefined when there is none. */
export function ruleNamed(rules: ManagedRules, name: string): ManagedRule | undefined {
  return rules.find((rule) => rule.name === name);
}

/** Whether two rules do the same at the service, however they are written and whatever they are called. */
export function sameRule(one: ManagedRule, other: ManagedRule): boolean {
  return sameValue(meaningOf(one), meaningOf(other));
}

function meaningOf({ name: _name, execute, skip, ...content }: ManagedRule): JsonObject {
  return {
    ...content,
    execute: execute && { id: execute.ruleset_id, overrides: overridesOf(execute) },
    skip: skip && skippedBy(skip),
  };
}

/** All overrides of a managed ruleset, those of `core_rule_set` included. */
export function overridesOf({ overrides, core_rule_set: core }: Execute): OverrideMembers {
  const written = membersOfOverrides(overrides);
  return core === null ? written : joinedOverrides(written, overridesOfCoreRuleSet(core));
}

/**
 * What a rule skips, as the service has it, and its lists in one order (docs/internals/service.md 6.2). An empty list or map
 * counts as unset, and is absent.
 */
export function skippedBy({ ruleset, rulesets, rules }: Skip): JsonObject {
  const byRuleset = Object.entries(rules ?? {}).map(([id, ids]) => [id, [...ids].sort()]);
  return {
    ...(ruleset !== null && { ruleset }),
    ...(rulesets?.length && { rulesets: [...rulesets].sort() }),
    ...(byRuleset.length > 0 && { rules: Object.fromEntries(byRuleset.sort()) }),
  };
}

/** What a rule says with what is kept beside it, or why it cannot be expressed. */
type Expressed<T> = { readonly value: T; readonly kept: JsonObject } | { readonly reason: string };

/**
 * A rule in the user's words, without its name.
 *
 * @param prior how it was written so far: it stays so while it means the same
 */
export function managedRuleOf(
  rule: EntryPointRule,
  prior?: ManagedRule,
): Expressed<Omit<ManagedRule, 'name'>> {
  const read = actionOf(rule, prior);
  if ('reason' in read) return read;
  // The engine's texts are in NFC.
  const value = {
    enabled: rule.enabled,
    expression: rule.expression.normalize('NFC'),
    description: rule.description.normalize('NFC'),
    execute: null,
    skip: null,
    ...read.value,
  };
  return { ...read, value: prior && sameRule(prior, { name: prior.name, ...value }) ? prior : value };
}

function actionOf(
  { action, action_parameters: parameters = {} }: EntryPointRule,
  prior: ManagedRule | undefined,
): Expressed<Partial<Pick<ManagedRule, 'execute' | 'skip'>>> {
  switch (action) {
    case ACTION_EXECUTE:
      return executeOf(parameters, prior?.execute);
    case ACTION_SKIP:
      return skipOf(parameters, Boolean(prior?.skip));
    default:
      return { reason: `its action is ${action}` };
  }
}

/** @param prior decides between `core_rule_set` and `overrides` */
function executeOf(
  parameters: JsonObject,
  prior: Execute | null | undefined,
): Expressed<{ readonly execute: Execute }> {
  const { id, version, overrides, ...rest } = parameters;
  if (typeof id !== 'string' || !ID_PATTERN.test(id)) return { reason: `it executes ${JSON.stringify(id)}` };
  const read = readOverrides(overrides);
  if ('reason' in read) return read;
  const isCore = id === CORE_RULE_SET_ID && (!prior || prior.core_rule_set !== null);
  const { settings, rest: written } = isCore
    ? coreRuleSetIn(read.members)
    : { settings: null, rest: read.members };
  const pinned = version === undefined || version === null || version === 'latest' ? {} : { version };
  return {
    value: { execute: { ruleset_id: id, overrides: writtenOverrides(written), core_rule_set: settings } },
    kept: {
      ...pinned,
      ...rest,
      ...(Object.keys(read.kept).length > 0 ? { overrides: read.kept } : {}),
    },
  };
}

/** The members of `action_parameters` that `skip` can express (docs/internals/service.md 6.2). */
export const SKIPPED_MEMBERS = ['ruleset', 'rulesets', 'rules'] as const;

/**
 * @param isKnown whether the rule is known to skip managed rules: what else it skips is kept beside it. A rule that is not,
 *   and skips more, such as products, cannot be expressed.
 */
function skipOf(parameters: JsonObject, isKnown: boolean): Expressed<{ readonly skip: Skip }> {
  const { ruleset, rulesets, rules, ...rest } = withoutNulls(parameters);
  const [more] = Object.keys(rest);
  if (more !== undefined && !isKnown) return { reason: `it skips ${more}` };
  const read = readRules(rules);
  if ('reason' in read) return read;
  if (ruleset !== undefined && ruleset !== SKIP_CURRENT)
    return { reason: `it skips the ruleset ${JSON.stringify(ruleset)}` };
  if (rulesets !== undefined && !isIds(rulesets)) return { reason: 'it skips rulesets without valid ids' };
  const whole = [...new Set([...(rulesets ?? []), ...read.whole])];
  const skip: Skip = {
    ruleset: ruleset ?? null,
    rulesets: whole.length > 0 ? whole : null,
    rules: Object.keys(read.rules).length > 0 ? read.rules : null,
  };
  const listed = skip.rulesets ?? skip.rules;
  if (skip.ruleset === null && listed === null) return { reason: 'it skips no managed rule' };
  if (skip.ruleset !== null && listed !== null)
    return { reason: 'it skips all remaining rules and others besides' };
  return { value: { skip }, kept: rest };
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

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && ID_PATTERN.test(id));
}

function withoutNulls(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
