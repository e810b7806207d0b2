import { without } from '../../../schema/description/value';
import { KIND_ZONE } from '../../../schema/zone/service';
import {
  andThen,
  list,
  roundedNumber,
  shape,
  type MemberKind,
  type Parsed,
  type Parser,
} from '../answers/parsed';
import type { ServiceRequest } from '../http/request';
import { byCursors, get, ifThere, type Identity, type Operation } from './operation';

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

const parseSummary: Parser<RulesetSummary> = shape(
  'a ruleset',
  {
    ...{ id: 'id', kind: 'id', phase: 'id' },
    ...{ name: 'text', description: 'text', version: 'version', last_updated: 'text' },
  },
  (found, whole) => ({ value: { ...whole, ...found } }),
);

/** Reads a rule with these members. Rules of managed rulesets have no expression. */
export function ruleShape<M extends Readonly<Record<string, MemberKind>>>(members: M) {
  const all = { ...members, enabled: 'boolean', action_parameters: 'object' } as const;
  return shape('a rule', all, (found, whole) => {
    const { enabled } = found as { readonly enabled?: boolean };
    const value = { ...without(whole, ['action_parameters']), ...found, enabled: enabled !== false };
    return roundedNumber(whole) ?? { value };
  });
}

const parseRule: Parser<Rule> = ruleShape({
  ...{ id: 'id', action: 'id', version: 'version', ref: 'text', expression: 'text', description: 'text' },
  ...{ last_updated: 'text', categories: 'texts', score_threshold: 'whole number' },
});

const parseRules = list(parseRule, { item: 'rules', result: 'rules' });

/**
 * Reads a ruleset. Its identity (`id`, `kind`, `phase`) must be there; absent or null texts become "" and absent or
 * null rules become [].
 */
export function parseRuleset(value: unknown): Parsed<Ruleset> {
  return andThen(parseSummary(value), (summary) =>
    andThen(parseRules(summary['rules']), (rules) => ({ value: { ...summary, rules } })),
  );
}

/**
 * A write of a zone's rulesets, as data: apply sends it, and a plan asks the service whether it would accept the very
 * same (`dry-run.ts`).
 */
export interface RulesetWrite {
  readonly request: Omit<ServiceRequest, 'signal'>;
  /** What the answer has to be about. */
  readonly identity: Identity;
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

/** A place among the rules: beside one by its id, or with an empty id before or after all. */
interface Placed {
  readonly position: { readonly before: string } | { readonly after: string };
}

/** Adds one rule. Never sent again when it may have taken effect. */
export function ruleCreation(zoneId: string, rulesetId: string, body: RuleInput & Placed): RulesetWrite {
  const path = rulesets(zoneId, rulesetId, 'rules');
  return { request: { method: 'POST', path, body, idempotent: false }, identity: { id: rulesetId } };
}

/** Replaces one rule and keeps its place, or moves it alone. Sent again when an answer is lost: it says all that is to be. */
export function ruleUpdate(
  zoneId: string,
  rulesetId: string,
  ruleId: string,
  body: RuleInput | Placed,
): RulesetWrite {
  const path = rulesets(zoneId, rulesetId, 'rules', ruleId);
  return { request: { method: 'PATCH', path, body, idempotent: true }, identity: { id: rulesetId } };
}

/** Deletes one rule; the answer is the ruleset without it. */
export function ruleDeletion(zoneId: string, rulesetId: string, ruleId: string): RulesetWrite {
  const path = rulesets(zoneId, rulesetId, 'rules', ruleId);
  return { request: { method: 'DELETE', path }, identity: { id: rulesetId } };
}

/** The path of a zone's rulesets, or of something below it. */
export function rulesets(zoneId: string, ...rest: readonly string[]): readonly string[] {
  return ['zones', zoneId, 'rulesets', ...rest];
}

/**
 * The ruleset operations of docs/internals/service.md 3.3, and those of single rules and versions that the service documents
 * beside them.
 */
export const RULESET_OPERATIONS = {
  /** All rulesets that the zone sees, managed and custom ones included (docs/internals/service.md 3.3), without their rules. */
  listRulesets: (zoneId: string) => ({
    ...get(rulesets(zoneId), list(parseSummary, { all: 'the list' })),
    pages: byCursors('the list'),
  }),
  /** @throws ServiceError of the kind `not-found` when no ruleset has this id. */
  getRuleset: (zoneId: string, rulesetId: string) =>
    get(rulesets(zoneId, rulesetId), parseRuleset, { id: rulesetId }),
  /** The zone-level ruleset of a phase, or undefined when the phase has none. */
  getEntrypoint: (zoneId: string, phase: string) =>
    ifThere(get(rulesets(zoneId, 'phases', phase, 'entrypoint'), parseRuleset, { phase, kind: KIND_ZONE })),
  /**
   * Sends a write. Sent again after a lost answer only if it says all that is to be; else the error's `outcome` is `unknown`.
   *
   * @returns the ruleset as it is then
   * @throws ServiceError of the kind `not-found` when the ruleset or the rule to be updated is not there
   */
  writeRuleset,
  /** One version of the ruleset; undefined when the service has not kept it. */
  getRulesetVersion: (zoneId: string, rulesetId: string, version: string) =>
    ifThere(get(rulesets(zoneId, rulesetId, 'versions', version), parseRuleset, { id: rulesetId })),
  /** Deletes one rule. Answers the ruleset without it, or undefined when the service says that it is not there. */
  deleteRule: (zoneId: string, rulesetId: string, ruleId: string) =>
    ifThere(writeRuleset(ruleDeletion(zoneId, rulesetId, ruleId))),
};

function writeRuleset({ request, identity }: RulesetWrite): Operation<Ruleset> {
  return { ...request, parse: parseRuleset, identity };
}
