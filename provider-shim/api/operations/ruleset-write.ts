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
  /** A request of the same kind that no service carries out: its ids are nobody's, and its body is no document. */
  readonly impossible: Omit<ServiceRequest, 'signal'>;
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

/** An id that no object has. */
const NOBODYS = '0'.repeat(32);

/** A body that no operation accepts. */
const NO_DOCUMENT = { rules: 'none', action: 0, kind: 0 };

/** Makes a ruleset (docs/internals/service.md 3.3). Never sent again when it may have taken effect. */
export function rulesetCreation(zoneId: string, body: NewRuleset): RulesetWrite {
  const create = (sent: unknown) =>
    ({ method: 'POST', path: rulesets(zoneId), body: sent, idempotent: false }) as const;
  return {
    request: create(body),
    identity: { kind: body.kind, phase: body.phase },
    impossible: create(NO_DOCUMENT),
  };
}

/** Updates a ruleset (docs/internals/service.md 3.3): the rules replace all its rules; an absent description is left as it is. */
export function rulesetUpdate(zoneId: string, rulesetId: string, body: RulesetContent): RulesetWrite {
  const update = (id: string, sent: unknown) =>
    ({ method: 'PUT', path: rulesets(zoneId, id), body: sent }) as const;
  return {
    request: update(rulesetId, body),
    identity: { id: rulesetId },
    impossible: update(NOBODYS, NO_DOCUMENT),
  };
}

/** Replaces one rule and keeps its place. Sent again when an answer is lost, since it says the whole rule. */
export function ruleUpdate(zoneId: string, rulesetId: string, ruleId: string, rule: RuleInput): RulesetWrite {
  const update = (id: string, of: string, sent: unknown) =>
    ({ method: 'PATCH', path: rulesets(zoneId, of, 'rules', id), body: sent, idempotent: true }) as const;
  return {
    request: update(ruleId, rulesetId, rule),
    identity: { id: rulesetId },
    impossible: update(NOBODYS, NOBODYS, NO_DOCUMENT),
  };
}

/** Deletes one rule; the answer is the ruleset without it. */
export function ruleDeletion(zoneId: string, rulesetId: string, ruleId: string): RulesetWrite {
  const remove = (id: string, of: string) =>
    ({ method: 'DELETE', path: rulesets(zoneId, of, 'rules', id) }) as const;
  return {
    request: remove(ruleId, rulesetId),
    identity: { id: rulesetId },
    impossible: remove(NOBODYS, NOBODYS),
  };
}

/**
 * Saves the entry point of the managed rules, which makes it where there is none (docs/internals/service.md 3.3). Never
 * sent again when it may have taken effect.
 */
export function managedRulesSaving(
  zoneId: string,
  body: { readonly name: string; readonly rules: readonly object[] },
): RulesetWrite {
  const save = (phase: string, sent: unknown) =>
    ({
      method: 'PUT',
      path: rulesets(zoneId, 'phases', phase, 'entrypoint'),
      body: sent,
      idempotent: false,
    }) as const;
  return {
    request: save(PHASE_MANAGED_RULES, body),
    identity: { phase: PHASE_MANAGED_RULES, kind: KIND_ZONE },
    impossible: save('none', NO_DOCUMENT),
  };
}

/** The path of a zone's rulesets, or of something below it. */
export function rulesets(zoneId: string, ...rest: readonly string[]): readonly string[] {
  return ['zones', zoneId, 'rulesets', ...rest];
}
