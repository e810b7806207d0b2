import { createHash } from 'node:crypto';
import {
  ACTION_EXECUTE,
  ACTION_SKIP,
  canonicalJson,
  isRecord,
  LATEST_VERSION,
  savedRuleInWords,
  type AttributesState,
  type savedRuleAttributes,
} from '../../../schema';
import type { ActionParameters, Rule, RuleInput } from '../../api';

/** A rule without what only the service sets. */
export function asSent({ version: _version, last_updated: _lastUpdated, ...rule }: Rule): RuleInput {
  return rule;
}

/** Whether two are the same, but for what only the service sets. */
export function areEqual(one: Rule, other: Rule): boolean {
  return canonicalJson(asSent(one)) === canonicalJson(asSent(other));
}

/** A rule in plan and state: its meaning, without the id and version of the service. */
export type SavedRule = AttributesState<typeof savedRuleAttributes>;

/** What a rule of the service has, generated or saved. */
export interface ServiceRule {
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly action_parameters?: ActionParameters;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The rule without what the service adds by itself: identity and version, the version of the managed ruleset that is
 * executed unless one is pinned, and the logging of exceptions that is on by default (docs/internals/service.md 3.2); and
 * without the white space at the ends of its texts, which means nothing.
 */
export function savedRule({
  action,
  expression,
  description,
  enabled,
  action_parameters: given,
  ...rest
}: ServiceRule): SavedRule {
  const { logging }: Json = rest;
  const parameters = {
    ...Object.fromEntries(
      Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined),
    ),
    ...(action === ACTION_SKIP && isSwitchedOff(logging) ? { logging } : {}),
  };
  return {
    action,
    expression: expression.trim(),
    description: description.trim(),
    enabled,
    action_parameters: canonicalJson(action === ACTION_EXECUTE ? withoutVersion(parameters) : parameters),
  };
}

export function savedRules(rules: readonly ServiceRule[]): readonly SavedRule[] {
  return rules.map(savedRule);
}

/** The rules with their parameters as a document. */
export function inServiceForm(rules: readonly SavedRule[]): readonly ServiceRule[] {
  return rules.map((rule) => {
    const parameters = JSON.parse(rule.action_parameters ?? '{}') as ActionParameters;
    return { ...rule, action_parameters: parameters } as ServiceRule;
  });
}

/** The same for the same rules in the same order. It lets others guess what stands in the rules, so nothing prints it. */
export function digestOf(rules: readonly SavedRule[]): string {
  return `sha256:${createHash('sha256').update(canonicalJson(rules)).digest('hex')}`;
}

function withoutVersion(parameters: Json): Json {
  const { version, ...rest } = parameters;
  return version === LATEST_VERSION ? rest : parameters;
}

function isSwitchedOff(logging: unknown): boolean {
  return isRecord(logging) && logging['enabled'] === false;
}

/** A rule in words with its description, which may tell who made it. */
export function describedInWords(rule: SavedRule): string {
  return `${savedRuleInWords(rule)}${rule.description ? `, ${JSON.stringify(rule.description)}` : ''}`;
}
