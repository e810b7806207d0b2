import type { ScopeKind } from '../service/scope';

/**
 * The phases that an entry point can have, with the actions of their rules (docs/service.md 3.1, 3.2;
 * `skip`: docs/service.md 6.2).
 */
const ACTIONS_BY_PHASE = {
  http_log_custom_fields: ['log_custom_field'],
  http_request_firewall_managed: ['execute', 'skip'],
} as const satisfies Record<string, readonly string[]>;

/** A phase of rulesets, e.g. `http_log_custom_fields`. */
export type Phase = keyof typeof ACTIONS_BY_PHASE;

export const PHASES = Object.keys(ACTIONS_BY_PHASE) as readonly Phase[];

export const CUSTOM_FIELDS_PHASE: Phase = 'http_log_custom_fields';

export const MANAGED_PHASE: Phase = 'http_request_firewall_managed';

/** The phases of which a zone, or an account, can have an entry point: custom log fields belong to zones. */
export function phasesOf(kind: ScopeKind): readonly Phase[] {
  return kind === 'zone' ? PHASES : PHASES.filter((phase) => phase !== CUSTOM_FIELDS_PHASE);
}

/** The actions that rules of the phase may have. */
export function actionsOf(phase: Phase): readonly string[] {
  return ACTIONS_BY_PHASE[phase];
}

/** Whether the text names a phase. */
export function isPhase(text: string): text is Phase {
  return Object.hasOwn(ACTIONS_BY_PHASE, text);
}
