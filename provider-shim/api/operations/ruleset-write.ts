import { KIND_ZONE, PHASE_MANAGED_RULES } from '../../../schema/zone/service';
import type { ServiceRequest } from '../http/request';
import type { Identity } from './result';
import type { RuleInput, Ruleset } from './ruleset';

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

export interface RulesetContent {
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
