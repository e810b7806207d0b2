import { ZONE_ID } from '../seed';
import type { BodyOperation } from './body-operations';

/** A phase in which rules of an action may stand (docs/service.md 3.1). */
const PHASE_OF_ACTION: Readonly<Record<string, string>> = {
  log_custom_field: 'http_log_custom_fields',
  execute: 'http_request_firewall_managed',
  skip: 'http_request_firewall_managed',
  block: 'http_request_firewall_custom',
  challenge: 'http_request_firewall_custom',
  js_challenge: 'http_request_firewall_custom',
  managed_challenge: 'http_request_firewall_custom',
  log: 'http_request_firewall_custom',
  compress_response: 'http_response_compression',
  ddos_dynamic: 'ddos_l7',
  force_connection_close: 'ddos_l7',
  redirect: 'http_request_dynamic_redirect',
  rewrite: 'http_request_transform',
  route: 'http_request_origin',
  score: 'http_request_firewall_custom',
  serve_error: 'http_custom_errors',
  set_cache_control: 'http_response_cache_settings',
  set_cache_settings: 'http_request_cache_settings',
  set_cache_tags: 'http_response_cache_settings',
  set_config: 'http_config_settings',
  transform_response_html: 'http_response_headers_transform',
};

const MANAGED_RULESET_ID = 'efb7b8c949ac4650a09736fc376e9aee';
const CORE_RULESET_ID = '4814384a9e5d4991b9815dcfc25d2f1f';
const MANAGED_RULE_ID = '5de7edfa648c4d6891dc3e7f84534ffa';

/** What the schema leaves open about a rule. */
const SAMPLES: BodyOperation['samples'] = {
  expression: ['true'],
  '/rules/[]/ref': ['generated'],
  // A name stands in one list only.
  '/rules/[]/action_parameters/request_fields/[]/name': ['x-request'],
  '/rules/[]/action_parameters/transformed_request_fields/[]/name': ['x-transformed'],
  '/rules/[]/action_parameters/response_fields/[]/name': ['x-response'],
  '/rules/[]/action_parameters/raw_response_fields/[]/name': ['x-raw-response'],
  '/rules/[]/action_parameters/id': [MANAGED_RULESET_ID],
  '/rules/[]/action_parameters/overrides/action': ['log'],
  '/rules/[]/action_parameters/overrides/categories': [
    [{ category: 'broad', action: 'log' }],
    [{ category: 'broad', enabled: false }],
  ],
  '/rules/[]/action_parameters/overrides/rules': [
    [{ id: MANAGED_RULE_ID, action: 'log' }],
    [{ id: MANAGED_RULE_ID, enabled: false }],
  ],
  '/rules/[]/action_parameters/rulesets': [[CORE_RULESET_ID]],
  '/rules/[]/action_parameters/rules': [{ [MANAGED_RULESET_ID]: [MANAGED_RULE_ID] }],
};

/** Forms of a skip that may stand together (docs/service.md 6.2). */
const SKIPS = [
  { ruleset: 'current' },
  { rulesets: [CORE_RULESET_ID] },
  { rules: { [MANAGED_RULESET_ID]: [MANAGED_RULE_ID] } },
];

/** What every ruleset with a rule of the action has in common. */
function hintsOf(action: string): Pick<BodyOperation, 'action' | 'samples' | 'always' | 'never' | 'neverIn'> {
  return {
    action,
    samples: { ...SAMPLES, ...(action === 'skip' && { '/rules/[]/action_parameters': SKIPS }) },
    // The schema requires none of these; a rule without them is refused.
    always:
      /^\/rules$|^\/rules\/\[\]\/(?:action|expression|action_parameters)$|\/request_fields$|\/overrides\/enabled$/,
    // The id of a rule is the service's; logging is for exceptions.
    never:
      action === 'skip'
        ? /^\/(?:account_id|zone_id|dry_run)$|\/(?:exposed_credential_check|ratelimit)$|^\/rules\/\[\]\/id$/
        : /^\/(?:account_id|zone_id|dry_run)$|\/(?:exposed_credential_check|ratelimit|logging)$|^\/rules\/\[\]\/id$/,
    neverIn: {
      specification: /\/(?:raw_response_fields|transformed_request_fields|preserve_duplicates|matched_data)$/,
    },
  };
}

/** An entry point of one rule, for each action, and a ruleset of its own for some; as dry runs. */
export const RULE_OPERATIONS: readonly BodyOperation[] = [
  ...Object.entries(PHASE_OF_ACTION).map(([action, phase]) => ({
    ...hintsOf(action),
    method: 'rulesets.phases.update',
    title: `with a rule to ${action}`,
    given: { zone_id: ZONE_ID, ruleset_phase: phase, dry_run: true },
  })),
  ...['log_custom_field', 'execute', 'block'].map((action) => ({
    ...hintsOf(action),
    method: 'rulesets.create',
    title: `with a rule to ${action}`,
    given: {
      zone_id: ZONE_ID,
      kind: 'zone',
      name: 'default',
      phase: PHASE_OF_ACTION[action],
      dry_run: true,
    },
  })),
];
