/**
 * The phases whose rules the emulator judges, with the actions of their rules (docs/internals/service.md 3.1, 3.2; `skip`:
 * docs/internals/service.md 6.2).
 */
const ACTIONS_BY_PHASE = {
  http_log_custom_fields: ['log_custom_field'],
  http_request_firewall_managed: ['execute', 'skip'],
} as const satisfies Record<string, readonly string[]>;

/** The other published phases (docs/internals/service.md 3.5). Their rulesets are stored and returned, not judged. */
const STORED_PHASES = [
  'ddos_l4',
  'ddos_l7',
  'http_config_settings',
  'http_custom_errors',
  'http_ratelimit',
  'http_request_cache_settings',
  'http_request_dynamic_redirect',
  'http_request_firewall_custom',
  'http_request_late_transform',
  'http_request_origin',
  'http_request_redirect',
  'http_request_sanitize',
  'http_request_sbfm',
  'http_request_select_configuration',
  'http_request_transform',
  'http_response_cache_settings',
  'http_response_compression',
  'http_response_firewall_managed',
  'http_response_headers_transform',
  'magic_transit',
  'magic_transit_ids_managed',
  'magic_transit_managed',
  'magic_transit_ratelimit',
] as const;

/** A phase whose rules the emulator judges. */
type JudgedPhase = keyof typeof ACTIONS_BY_PHASE;

/** A phase of rulesets, e.g. `http_log_custom_fields`. */
export type Phase = JudgedPhase | (typeof STORED_PHASES)[number];

/** All phases: first those that are judged. */
export const PHASES: readonly Phase[] = [
  ...(Object.keys(ACTIONS_BY_PHASE) as readonly JudgedPhase[]),
  ...STORED_PHASES,
];

export const CUSTOM_FIELDS_PHASE = 'http_log_custom_fields' satisfies Phase;

export const MANAGED_PHASE = 'http_request_firewall_managed' satisfies Phase;

/** The actions that rules of the phase may have; `undefined` if the phase is not judged. */
export function actionsOf(phase: Phase): readonly string[] | undefined {
  return isJudged(phase) ? ACTIONS_BY_PHASE[phase] : undefined;
}

/** Whether the emulator judges the rules of the phase; otherwise it only stores them. */
export function isJudged(phase: Phase): phase is JudgedPhase {
  return Object.hasOwn(ACTIONS_BY_PHASE, phase);
}

/** Whether the text names a phase. */
export function isPhase(text: string): text is Phase {
  return (PHASES as readonly string[]).includes(text);
}

/** The kinds of rulesets that a zone can have (docs/internals/service.md 3.1): entry points of phases, and custom ones. */
const KINDS = ['zone', 'custom'] as const;

export type Kind = (typeof KINDS)[number];

/** The kinds of rulesets in a phase. Custom ones run where an `execute` rule names them. */
export function kindsOf(phase: Phase | undefined): readonly Kind[] {
  return phase !== undefined && isJudged(phase) ? ['zone'] : KINDS;
}
