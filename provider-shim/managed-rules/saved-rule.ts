import { createHash } from 'node:crypto';
import { ACTION_EXECUTE, ACTION_SKIP, type AttributesState, type savedRuleAttributes } from '../../schema';
import type { ActionParameters } from '../api';

/** A rule as it stands in plan and state: what it means, without what the service numbers. */
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
 * executed, and the logging of exceptions that is on by default (docs/service.md 3.2).
 */
export function savedRule({
  action,
  expression,
  description,
  enabled,
  action_parameters: given,
  ...rest
}: ServiceRule): SavedRule {
  const logging = (rest as Json)['logging'];
  const parameters = {
    ...Object.fromEntries(
      Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined),
    ),
    ...(action === ACTION_SKIP && isSwitchedOff(logging) ? { logging } : {}),
  };
  return {
    action,
    expression,
    description,
    enabled,
    action_parameters: JSON.stringify(
      sorted(action === ACTION_EXECUTE ? withoutVersion(parameters) : parameters),
    ),
  };
}

export function savedRules(rules: readonly ServiceRule[]): readonly SavedRule[] {
  return rules.map(savedRule);
}

/** The same for the same rules in the same order, whoever reads them. */
export function digestOf(rules: readonly SavedRule[]): string {
  const text = JSON.stringify(
    rules.map(({ action, expression, description, enabled, action_parameters }) => [
      action,
      expression,
      description,
      enabled,
      action_parameters,
    ]),
  );
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function withoutVersion(parameters: Json): Json {
  const { version: _added, ...rest } = parameters;
  return rest;
}

function isSwitchedOff(logging: unknown): boolean {
  return typeof logging === 'object' && logging !== null && (logging as Json)['enabled'] === false;
}

/** Members in the order of their names, so that the text is the same whatever the service's order is. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
