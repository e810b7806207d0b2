import { ACTION_EXECUTE } from '../../schema';
import type { SavedRule } from './saved-rule';

/** The longest expression that a message shows. */
const LONGEST = 60;

/** A rule in one line, for messages: what it does, where, and how far it differs from its defaults. */
export function ruleInWords({ action, expression, enabled, action_parameters }: SavedRule): string {
  const parameters: unknown = JSON.parse(action_parameters ?? '{}');
  const ruleset = action === ACTION_EXECUTE ? ` ${String(member(parameters, 'id'))}` : '';
  const overrides = member(parameters, 'overrides');
  const count = lengthOf(member(overrides, 'rules')) + lengthOf(member(overrides, 'categories'));
  const differs = count === 0 ? '' : `, with ${count} ${count === 1 ? 'override' : 'overrides'}`;
  return `${action}${ruleset} ${where(expression ?? '')}${differs}${enabled === false ? ', switched off' : ''}`;
}

function where(expression: string): string {
  if (expression === 'true') return 'everywhere';
  return `where ${expression.length > LONGEST ? `${expression.slice(0, LONGEST)}…` : expression}`;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
