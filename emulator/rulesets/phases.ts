/**
 * The phases of the specification, whose rulesets a zone has here, with the actions of their rules
 * (docs/internals/service.md 3.1, 3.2; `skip`: docs/internals/service.md 6.2).
 */
export const ACTIONS_BY_PHASE = {
  http_log_custom_fields: ['log_custom_field'],
  http_request_firewall_managed: ['execute', 'skip'],
} as const satisfies Record<string, readonly string[]>;

/** A phase of rulesets, e.g. `http_log_custom_fields`. */
export type Phase = keyof typeof ACTIONS_BY_PHASE;

/** An action of a rule. */
export type Action = (typeof ACTIONS_BY_PHASE)[Phase][number];

export const PHASES = Object.keys(ACTIONS_BY_PHASE) as readonly Phase[];

export const CUSTOM_FIELDS_PHASE = 'http_log_custom_fields' satisfies Phase;

export const MANAGED_PHASE = 'http_request_firewall_managed' satisfies Phase;

/** Whether the text names a phase. */
export function isPhase(text: string): text is Phase {
  return Object.hasOwn(ACTIONS_BY_PHASE, text);
}
