import { isRecord, sameValue, setsNothing, without, type JsonObject } from '../description/value';
import type { StateOf } from '../description/values-of';
import { ACTION_EXECUTE, ACTION_SKIP, ID_PATTERN, LATEST_VERSION } from '../zone/service';
import { coreRuleSetIn, overridesOfCoreRuleSet } from './core-rule-set';
import { executedVersion, publicKey } from './execute-checks';
import type { managedRulesSchema } from './managed-rules';
import {
  joinedOverrides,
  membersOfOverrides,
  readOverrides,
  SKIP_CURRENT,
  writtenOverrides,
  type OverrideMembers,
} from './overrides';
import { phaseName, product, skippedTwice } from './skip-checks';
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

function meaningOf({ name: _name, execute, skip, logging, ...content }: ManagedRule): JsonObject {
  return {
    ...content,
    expression: content.expression.trim(),
    description: content.description.trim(),
    execute: execute && {
      id: execute.ruleset_id,
      version: versionOf(execute.version),
      matched_data: execute.matched_data,
      overrides: overridesOf(execute),
    },
    skip: skip && { ...skippedBy(skip), logs: logging?.enabled ?? true },
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
export function skippedBy({ ruleset, rules, ...lists }: Skip): JsonObject {
  const byRuleset = Object.entries(rules ?? {}).map(([id, ids]) => [id, [...ids].sort()]);
  const named = Object.entries(lists).flatMap(([member, names]) =>
    names?.length ? [[member, [...names].sort()]] : [],
  );
  return {
    ...(ruleset !== null && { ruleset }),
    ...(byRuleset.length > 0 && { rules: Object.fromEntries(byRuleset.sort()) }),
    ...Object.fromEntries(named),
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
    logging: null,
    ...read.value,
  };
  if (!prior || !sameRule(prior, { name: prior.name, ...value })) return { ...read, value };
  // A state of before has neither the version nor logging.
  const execute = prior.execute && { ...prior.execute, version: versionOf(value.execute?.version) };
  return { ...read, value: { ...prior, execute, logging: value.logging } };
}

function actionOf(
  { action, action_parameters: parameters = {}, logging }: EntryPointRule,
  prior: ManagedRule | undefined,
): Expressed<Partial<Pick<ManagedRule, 'execute' | 'skip' | 'logging'>>> {
  switch (action) {
    case ACTION_EXECUTE:
      return executeOf(parameters, prior?.execute);
    case ACTION_SKIP:
      return skipOf(parameters, logging, Boolean(prior?.skip));
    default:
      return { reason: `its action is ${action}` };
  }
}

/** @param prior decides between `core_rule_set` and `overrides` */
function executeOf(
  parameters: JsonObject,
  prior: Execute | null | undefined,
): Expressed<{ readonly execute: Execute }> {
  const { id, version, matched_data: matched, overrides, ...rest } = withoutNulls(parameters);
  if (typeof id !== 'string' || !ID_PATTERN.test(id)) return { reason: `it executes ${JSON.stringify(id)}` };
  const read = readOverrides(overrides);
  if ('reason' in read) return read;
  const isCore = id === CORE_RULE_SET_ID && (!prior || prior.core_rule_set !== null);
  const { settings, rest: written } = isCore
    ? coreRuleSetIn(read.members, prior?.core_rule_set)
    : { settings: null, rest: read.members };
  const key = keyIn(matched);
  return {
    value: {
      execute: {
        ruleset_id: id,
        version: versionOf(version),
        matched_data: key === undefined ? null : { public_key: key },
        overrides: writtenOverrides(written),
        core_rule_set: settings,
      },
    },
    kept: {
      ...(version !== undefined && !isVersion(version) && { version }),
      ...furtherIn('matched_data', matched, key === undefined ? [] : ['public_key']),
      ...rest,
      ...(Object.keys(read.kept).length > 0 ? { overrides: read.kept } : {}),
    },
  };
}

/** Whether a version is one that can be declared. */
export function isVersion(version: unknown): version is string {
  return typeof version === 'string' && executedVersion(version).length === 0;
}

/** The version that a rule executes: the latest one where it pins none, or none that can be declared. */
export function versionOf(version: unknown): string {
  return isVersion(version) ? version : LATEST_VERSION;
}

/** The key in `matched_data` of the service; undefined where it has none that can be declared. */
export function keyIn(matched: unknown): string | undefined {
  const key = isRecord(matched) ? matched['public_key'] : undefined;
  return typeof key === 'string' && publicKey(key).length === 0 ? key.normalize('NFC') : undefined;
}

/** What an object of the service has besides what is declared, as it is kept; nothing where that is all. */
function furtherIn(name: string, of: unknown, declared: readonly string[]): JsonObject {
  const further = isRecord(of) ? without(of, declared) : of;
  const isNothing =
    further === undefined || further === null || (isRecord(further) && Object.keys(further).length === 0);
  return isNothing ? {} : { [name]: further };
}

/**
 * @param isKnown whether the rule is known to be an exception: what else it skips is kept beside it. A rule that is not, and
 *   skips more, such as the present phase, cannot be expressed.
 */
function skipOf(
  parameters: JsonObject,
  logging: unknown,
  isKnown: boolean,
): Expressed<Pick<ManagedRule, 'skip' | 'logging'>> {
  const { ruleset, rulesets, rules, phases, products, ...rest } = withoutNulls(parameters);
  const [more] = Object.keys(rest);
  if (more !== undefined && !isKnown) return { reason: `it skips ${more}` };
  const read = readRules(rules);
  if ('reason' in read) return read;
  if (ruleset !== undefined && ruleset !== SKIP_CURRENT)
    return { reason: `it skips the ruleset ${JSON.stringify(ruleset)}` };
  if (rulesets !== undefined && !isIds(rulesets)) return { reason: 'it skips rulesets without valid ids' };
  if (!isNames(phases, phaseName)) return { reason: `it skips the phases ${JSON.stringify(phases)}` };
  if (!isNames(products, product)) return { reason: `it skips the products ${JSON.stringify(products)}` };
  const listed = (names: readonly string[]): readonly string[] | null =>
    names.length > 0 ? [...new Set(names)] : null;
  const skip: Skip = {
    ruleset: ruleset ?? null,
    rulesets: listed([...(rulesets ?? []), ...read.whole]),
    rules: Object.keys(read.rules).length > 0 ? read.rules : null,
    phases: listed(phases ?? []),
    products: listed(products ?? []),
  };
  if (setsNothing(skip)) return { reason: 'it skips nothing' };
  const twice = skippedTwice(skip);
  if (twice) return { reason: `it skips ${twice.join(' and ')} at once` };
  const enabled = isRecord(logging) ? logging['enabled'] : undefined;
  const isSaid = typeof enabled === 'boolean';
  return {
    value: { skip, logging: { enabled: isSaid ? enabled : true } },
    kept: { ...rest, ...furtherIn('logging', logging, isSaid ? ['enabled'] : []) },
  };
}

function isNames(value: unknown, check: typeof phaseName): value is readonly string[] | undefined {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && check(name).length === 0);
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
