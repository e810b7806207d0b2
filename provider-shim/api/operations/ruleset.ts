import { isRecord, type JsonObject } from '../../../schema/description/value';
import { collect, distinct, parseMembers, roundedNumber, withDefault, type Parsed } from '../answers/parsed';
import { describe } from '../answers/seen';

/** The parameters of an action (docs/internals/service.md 4.1, 6.1), also of one that this client does not know: every member is kept. */
export interface ActionParameters {
  readonly [member: string]: unknown;
}

/** A rule as it is sent (docs/internals/service.md 3.2). Without `id` the service makes a new rule. */
export interface RuleInput {
  readonly id?: string;
  readonly ref?: string;
  readonly action: string;
  readonly expression: string;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly action_parameters?: ActionParameters;
}

/** A rule as the service returns it (docs/internals/service.md 3.2); members that are not listed are kept. */
export interface Rule {
  readonly id: string;
  readonly version: string;
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly last_updated: string;
  readonly action_parameters?: ActionParameters;
  /** Of a managed ruleset's rule: its categories (docs/internals/service.md 6.4). */
  readonly categories?: readonly string[] | null;
  /** Of the rule that acts on the anomaly score (docs/internals/service.md 6.3). */
  readonly score_threshold?: number | null;
  readonly [member: string]: unknown;
}

/** What a list says of a ruleset (docs/internals/service.md 3.3): everything but its rules. */
export interface RulesetSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `zone` for a zone-level entry point, `managed` or `custom` for rulesets that a zone can execute. */
  readonly kind: string;
  readonly phase: string;
  readonly version: string;
  readonly last_updated: string;
  readonly [member: string]: unknown;
}

/** A ruleset with its rules (docs/internals/service.md 3.1). */
export interface Ruleset extends RulesetSummary {
  readonly rules: readonly Rule[];
}

/**
 * Reads a ruleset. Its identity (`id`, `kind`, `phase`) must be there; absent or null texts become "" and absent or
 * null rules become [].
 */
export function parseRuleset(value: unknown): Parsed<Ruleset> {
  const summary = parseSummary(value);
  if ('fault' in summary) return summary;
  const rules = summary.value['rules'] ?? [];
  if (!Array.isArray(rules)) return { fault: `rules is ${describe(rules)}, not an array` };
  const parsed = collect(rules, parseRule, 'rules');
  const all = 'fault' in parsed ? parsed : distinct(parsed.value, 'rules');
  return 'fault' in all ? all : { value: { ...summary.value, rules: all.value } };
}

/** Reads a list of rulesets; a null result counts as an empty list. */
export function parseSummaries(value: unknown): Parsed<readonly RulesetSummary[]> {
  const items = value ?? [];
  if (!Array.isArray(items)) return { fault: `the result is ${describe(items)}, not an array` };
  return collect(items, parseSummary, 'result');
}

const SUMMARY = {
  id: 'id',
  kind: 'id',
  phase: 'id',
  name: 'text',
  description: 'text',
  version: 'text',
  last_updated: 'text',
} as const;

function parseSummary(value: unknown): Parsed<RulesetSummary> {
  const parsed = parseMembers('a ruleset', value, SUMMARY);
  if ('fault' in parsed) return parsed;
  return { value: { ...parsed.value, ...textsOf(parsed.value, SUMMARY) } as RulesetSummary };
}

/** Rules of managed rulesets have no expression. */
const RULE = {
  id: 'id',
  action: 'id',
  version: 'text',
  ref: 'text',
  expression: 'text',
  description: 'text',
  last_updated: 'text',
} as const;

function parseRule(value: unknown): Parsed<Rule> {
  const parsed = parseMembers('a rule', value, {
    ...RULE,
    enabled: 'boolean',
    action_parameters: 'object',
    categories: 'texts',
    score_threshold: 'whole number',
  });
  if ('fault' in parsed) return parsed;
  const rounded = roundedNumber(value);
  if (rounded !== undefined) return { fault: rounded };
  const { enabled, action_parameters: parameters, ...rest } = parsed.value;
  const known = isRecord(parameters) ? { action_parameters: parameters } : {};
  return { value: { ...rest, ...textsOf(parsed.value, RULE), enabled: enabled !== false, ...known } as Rule };
}

function textsOf(value: JsonObject, members: object): JsonObject {
  return withDefault(value, Object.keys(members), '');
}
