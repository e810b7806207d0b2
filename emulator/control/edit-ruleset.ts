import { type Phase, isPhase, PHASES } from '../rulesets/phases';
import { readEntryPointUpdate } from '../rulesets/read-bodies';
import type { Ruleset } from '../rulesets/ruleset';
import { DEFAULT_NAME, deleteStoredRuleset, ruleContext, saveEntryPoint } from '../rulesets/write-ruleset';
import type { Service } from '../service/service';
import { ControlError, refusedDocument } from './control-error';
import { zoneById } from './zone-document';

/** A rule that may be changed, or a new one without id. */
export interface RuleDraft {
  /** 32 hexadecimal digits. */
  id?: string;
  /** Identifies the rule across its versions. */
  ref?: string;
  /** An increasing number, in decimal digits. */
  version?: string;
  /** ISO 8601, UTC. */
  last_updated?: string;
  /** What the rule does, e.g. `log_custom_field`, `execute` or `skip`. */
  action: string;
  /** What the rule applies to, in the rules language. */
  expression: string;
  /** Free text. */
  description?: string;
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Parameters of the action. */
  action_parameters: Record<string, unknown>;
}

/** A ruleset that may be changed. */
export interface RulesetDraft {
  /** Free text. */
  description: string;
  /** In the order in which they apply. */
  rules: RuleDraft[];
}

/**
 * Changes the zone's ruleset of the phase as another client would, without authentication, journal and faults.
 * Creates it if there is none. The result must be one that the service accepts.
 */
export function editRuleset(
  service: Service,
  zoneId: string,
  phaseName: string,
  edit: (draft: RulesetDraft) => void,
): Ruleset {
  const zone = zoneById(service, zoneId);
  const phase = phaseOf(phaseName);
  const stored = zone.rulesets.get(phase);
  const draft = structuredClone({
    description: stored?.description ?? '',
    rules: stored?.rules ?? [],
  }) as RulesetDraft;
  edit(draft);
  return saveRuleset(service, zoneId, phase, draft);
}

/** The same with a document in the form of an entry-point update (docs/internals/service.md 7.4). */
export function saveRuleset(service: Service, zoneId: string, phaseName: string, document: unknown): Ruleset {
  const zone = zoneById(service, zoneId);
  const phase = phaseOf(phaseName);
  const context = ruleContext(service, zone, phase);
  const read = readEntryPointUpdate(document, context);
  if (!read.ok) throw refusedDocument('The service does not accept this ruleset:', read.problems);
  return saveEntryPoint(service, zone, phase, { name: DEFAULT_NAME, ...read.value });
}

/** Deletes the zone's ruleset of the phase; false if there is none. */
export function removeRuleset(service: Service, zoneId: string, phaseName: string): boolean {
  const zone = zoneById(service, zoneId);
  const stored = zone.rulesets.get(phaseOf(phaseName));
  if (stored !== undefined) deleteStoredRuleset(service, zone, stored);
  return stored !== undefined;
}

function phaseOf(name: string): Phase {
  if (isPhase(name)) return name;
  throw new ControlError(`There is no phase '${name}'. Phases: ${PHASES.join(', ')}.`);
}
