import { ZONE_ID } from '../seed';
import type { Arguments } from '../sdk/call';
import { deletion, idAs, type BodyOperation, type Preparation } from './body-operation';
import { branchesOf } from './generate';
import type { JsonSchema } from './sdk-schema';

/** A phase in which rules of an action may stand (docs/internals/service.md 3.1). */
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

/** Where a rule stands in the arguments of a method: in a list, or as the arguments themselves. */
type Place = '/rules/[]' | '';

/** What the schema leaves open about a rule. */
function samplesOf(action: string, place: Place): BodyOperation['samples'] {
  const parameters = `${place}/action_parameters`;
  return {
    expression: ['true'],
    [`${place}/ref`]: ['generated'],
    '/position': [{ index: 1 }, { before: '' }, { after: '' }],
    // A name stands in one list only.
    [`${parameters}/request_fields/[]/name`]: ['x-request'],
    [`${parameters}/transformed_request_fields/[]/name`]: ['x-transformed'],
    [`${parameters}/response_fields/[]/name`]: ['x-response'],
    [`${parameters}/raw_response_fields/[]/name`]: ['x-raw-response'],
    [`${parameters}/id`]: [MANAGED_RULESET_ID],
    [`${parameters}/overrides/action`]: ['log'],
    [`${parameters}/overrides/categories`]: [
      [{ category: 'broad', action: 'log' }],
      [{ category: 'broad', enabled: false }],
    ],
    [`${parameters}/overrides/rules`]: [
      [{ id: MANAGED_RULE_ID, action: 'log' }],
      [{ id: MANAGED_RULE_ID, enabled: false }],
    ],
    [`${parameters}/rulesets`]: [[CORE_RULESET_ID]],
    [`${parameters}/rules`]: [{ [MANAGED_RULESET_ID]: [MANAGED_RULE_ID] }],
    ...(action === 'skip' && { [parameters]: SKIPS }),
  };
}

/** Forms of a skip that may stand together (docs/internals/service.md 6.2). */
const SKIPS = [
  { ruleset: 'current' },
  { rulesets: [CORE_RULESET_ID] },
  { rules: { [MANAGED_RULESET_ID]: [MANAGED_RULE_ID] } },
];

/** What every body with a rule of the action has in common. */
function hintsOf(
  action: string,
  place: Place,
): Pick<BodyOperation, 'params' | 'samples' | 'always' | 'never' | 'neverIn'> {
  const rule = place.replaceAll(/[[\]]/g, '\\$&');
  // The id of a rule is the service's; logging is for exceptions.
  const never = [
    '^/(?:account_id|zone_id|dry_run)$',
    '/(?:exposed_credential_check|ratelimit)$',
    `^${rule}/id$`,
    ...(action === 'skip' ? [] : ['/logging$']),
  ];
  return {
    params: (_schema, published) => onlyRulesOf(action, published),
    samples: samplesOf(action, place),
    // The schema requires none of these; a rule without them is refused.
    always: new RegExp(
      `^/rules$|^${rule}/(?:action|expression|action_parameters)$|/request_fields$|/overrides/enabled$`,
    ),
    never: new RegExp(never.join('|')),
    neverIn: {
      specification: /\/(?:raw_response_fields|transformed_request_fields|preserve_duplicates|matched_data)$/,
    },
  };
}

/** The schema with only those of its kinds of rules that have the action. */
function onlyRulesOf(action: string, published: JsonSchema): JsonSchema {
  const ofAction = (rules: JsonSchema): readonly JsonSchema[] =>
    branchesOf(published, rules).filter(
      ({ properties }) => (properties as { readonly action?: JsonSchema }).action?.['const'] === action,
    );
  const properties = published['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  const items = properties?.['rules']?.['items'] as JsonSchema | undefined;
  if (items === undefined) return { definitions: published['definitions'], anyOf: ofAction(published) };
  return {
    ...published,
    properties: { ...properties, rules: { type: 'array', items: { anyOf: ofAction(items) } } },
  };
}

/** A rule of each of the actions for which all methods are called. */
const RULES: Readonly<Record<string, Arguments>> = {
  log_custom_field: {
    action: 'log_custom_field',
    expression: 'true',
    action_parameters: { request_fields: [{ name: 'x-before' }] },
  },
  execute: { action: 'execute', expression: 'true', action_parameters: { id: MANAGED_RULESET_ID } },
  block: { action: 'block', expression: 'true' },
};

/** A ruleset in the phase of the action, with no rules. */
function emptyRuleset(action: string): Preparation {
  return {
    method: 'rulesets.create',
    with: { zone_id: ZONE_ID, kind: 'zone', name: 'default', phase: PHASE_OF_ACTION[action], rules: [] },
    gives: idAs('ruleset_id'),
    undo: [deletion('rulesets.delete', 'ruleset_id')],
  };
}

/** An entry point of one rule, for each action, and the other methods for some; where possible as dry runs. */
export const RULE_OPERATIONS: readonly BodyOperation[] = [
  ...Object.entries(PHASE_OF_ACTION).map(([action, phase]) => ({
    ...hintsOf(action, '/rules/[]'),
    method: 'rulesets.phases.update',
    title: `with a rule to ${action}`,
    given: { zone_id: ZONE_ID, ruleset_phase: phase, dry_run: true },
  })),
  ...Object.entries(RULES).flatMap(([action, rule]): readonly BodyOperation[] => [
    {
      ...hintsOf(action, '/rules/[]'),
      method: 'rulesets.create',
      title: `with a rule to ${action}`,
      given: {
        zone_id: ZONE_ID,
        kind: 'zone',
        name: 'default',
        phase: PHASE_OF_ACTION[action],
        dry_run: true,
      },
    },
    {
      ...hintsOf(action, '/rules/[]'),
      method: 'rulesets.update',
      title: `with a rule to ${action}`,
      given: { zone_id: ZONE_ID, kind: 'zone', name: 'default', phase: PHASE_OF_ACTION[action] },
      prepare: emptyRuleset(action),
    },
    {
      ...hintsOf(action, ''),
      method: 'rulesets.rules.create',
      title: `with a rule to ${action}`,
      given: { zone_id: ZONE_ID },
      prepare: emptyRuleset(action),
      undo: [{ method: 'rulesets.rules.delete', gives: ({ rules }) => ({ rule_id: firstId(rules) }) }],
    },
    {
      ...hintsOf(action, ''),
      method: 'rulesets.rules.edit',
      title: `with a rule to ${action}`,
      given: { zone_id: ZONE_ID },
      prepare: {
        ...emptyRuleset(action),
        with: { ...emptyRuleset(action).with, rules: [rule] },
        gives: ({ id, rules }) => ({ ruleset_id: id, rule_id: firstId(rules) }),
      },
    },
  ]),
];

function firstId(rules: unknown): unknown {
  return (rules as readonly { readonly id: string }[])[0]?.id;
}
