import { isRecord, type JsonObject } from '../../../schema/description/value';
import { collect, distinct, parseMembers, roundedNumber, withDefault, type Parsed } from '../answers/parsed';
import { describe } from '../answers/seen';
import { KIND_ZONE, PHASE_MANAGED_RULES } from '../../../schema/zone/service';
import type { ServiceRequest } from '../http/request';
import type { Identity } from './result';

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

/**
 * A write of a zone's rulesets, as data: apply sends it, and a plan asks the service whether it would accept the very
 * same (`DryRunOperations`).
 */
export interface RulesetWrite {
  readonly request: Omit<ServiceRequest, 'signal'>;
  /** What the answer has to be about. */
  readonly identity: Identity<Ruleset>;
}

export interface NewRuleset {
  readonly name: string;
  /** `zone` (docs/internals/service.md 3.3). */
  readonly kind: string;
  readonly description?: string;
  readonly phase: string;
  readonly rules?: readonly RuleInput[];
}

interface RulesetContent {
  readonly rules: readonly RuleInput[];
  readonly description?: string;
}

/** Makes a ruleset (docs/internals/service.md 3.3). Never sent again when it may have taken effect. */
export function rulesetCreation(zoneId: string, body: NewRuleset): RulesetWrite {
  const { kind, phase } = body;
  const request = { method: 'POST', path: rulesets(zoneId), body, idempotent: false } as const;
  return { request, identity: { kind, phase } };
}

/** Updates a ruleset (docs/internals/service.md 3.3): the rules replace all its rules; an absent description is left as it is. */
export function rulesetUpdate(zoneId: string, rulesetId: string, body: RulesetContent): RulesetWrite {
  return { request: { method: 'PUT', path: rulesets(zoneId, rulesetId), body }, identity: { id: rulesetId } };
}

/** Replaces one rule and keeps its place. Sent again when an answer is lost, since it says the whole rule. */
export function ruleUpdate(zoneId: string, rulesetId: string, ruleId: string, body: RuleInput): RulesetWrite {
  const path = rulesets(zoneId, rulesetId, 'rules', ruleId);
  return { request: { method: 'PATCH', path, body, idempotent: true }, identity: { id: rulesetId } };
}

/** Deletes one rule; the answer is the ruleset without it. */
export function ruleDeletion(zoneId: string, rulesetId: string, ruleId: string): RulesetWrite {
  const path = rulesets(zoneId, rulesetId, 'rules', ruleId);
  return { request: { method: 'DELETE', path }, identity: { id: rulesetId } };
}

/**
 * Saves the entry point of the managed rules, which makes it where there is none (docs/internals/service.md 3.3). Never
 * sent again when it may have taken effect.
 */
export function managedRulesSaving(
  zoneId: string,
  body: { readonly name: string; readonly rules: readonly object[] },
): RulesetWrite {
  const path = rulesets(zoneId, 'phases', PHASE_MANAGED_RULES, 'entrypoint');
  const identity = { phase: PHASE_MANAGED_RULES, kind: KIND_ZONE };
  return { request: { method: 'PUT', path, body, idempotent: false }, identity };
}

/** The path of a zone's rulesets, or of something below it. */
export function rulesets(zoneId: string, ...rest: readonly string[]): readonly string[] {
  return ['zones', zoneId, 'rulesets', ...rest];
}
