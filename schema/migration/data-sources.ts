import { describe, type MemberAttributes } from '../description/attribute';
import { computed, computedObjects, zoneToRead } from '../zone/values';

/** Which of the two versions of managed rules run. */
export const wafStatuses = {
  old_waf_status: computed(
    'string',
    'The previous managed rules: `enabled` or `disabled`. Null when the service does not say.',
  ),
  new_waf_status: computed(
    'string',
    'The new managed rules: `enabled` or `disabled`. Null when the service does not say.',
  ),
} as const satisfies MemberAttributes;

/** The status of a zone's migration (docs/internals/service.md 7.5). */
export const managedRulesStatusSchema = describe({
  type: 'zone_managed_rules_status',
  version: 0,
  description: 'The status of the migration of a zone to the new managed rules, read by every plan.',
  attributes: {
    ...zoneToRead,
    migration_state: computed(
      'string',
      'The state of the migration: `start`, `validation`, `finishing` or `finished`; `gone` when the zone does not exist.',
    ),
    reported_state: computed(
      'string',
      "The state in the service's own term, for example `pending` or `complete`. Null when the zone does not exist.",
    ),
    ...wafStatuses,
    source: computed(
      'string',
      "Where the state comes from, in the service's own term: `defaults` or `zone`. Null when it does not say.",
    ),
    created: computed(
      'string',
      'When the state was set, in the format of the service. Null when it does not say.',
    ),
  },
});

/** Whether a zone can migrate, and its obstacles (docs/internals/service.md 7.4, 7). */
export const managedRulesCompatibilitySchema = describe({
  type: 'zone_managed_rules_compatibility',
  version: 0,
  description:
    'Whether a zone can migrate to the new managed rules as it is configured now, and what is in the way: for ' +
    'preconditions, `check` blocks and gates.',
  attributes: {
    ...zoneToRead,
    compatible: computed(
      'bool',
      'Whether the service lets the zone migrate. Meaningless once it has finished.',
    ),
    migration_state: computed(
      'string',
      'The state of the migration: `start`, `validation`, `finishing` or `finished`.',
    ),
    obstacles: computedObjects(
      'list',
      'What is in the way, as far as it can be determined. Empty for a compatible zone, and when the service refuses ' +
        'for a reason that its configuration does not show.',
      {
        kind: computed('string', '`uri_override`, `too_many_firewall_rules` or `expression_too_long`.'),
        id: computed(
          'string',
          'The id of the override or firewall rule. Null when no single one is in the way.',
        ),
        description: computed('string', 'A description for people.'),
      },
    ),
  },
});

/** A rule of the managed rules' entry point, as read and saved, without ids and versions (docs/internals/service.md 3.2, 7.4). */
export const savedRuleAttributes = {
  action: computed('string', '`execute`, or `skip` for an exception.'),
  expression: computed('string', 'The requests that the rule applies to.'),
  description: computed('string', 'Free text.'),
  enabled: computed('bool', 'Whether the rule is on.'),
  action_parameters: computed(
    'string',
    'JSON: for `execute`, the id of the managed ruleset and its overrides; for `skip`, what is skipped.',
  ),
} as const satisfies MemberAttributes;

/** A setting of the previous managed rules that the migration does not carry over. */
export const notCarriedOverAttributes = {
  kind: computed(
    'string',
    '`core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`.',
  ),
  id: computed('string', 'The id of the group, rule or page rule.'),
  description: computed('string', 'A description of what is lost, for people.'),
} as const satisfies MemberAttributes;

/** What a migration loses. @param settings what is listed, and when that is null */
export function losses(settings: string) {
  return {
    not_carried_over: computedObjects('list', settings, notCarriedOverAttributes),
    losses_unknown_because: computed(
      'string',
      'Why the losses could not be determined completely. Null when they could.',
    ),
  } as const;
}

/** The generated configuration of the new managed rules (docs/internals/service.md 7.4). */
export const managedRulesConfigurationSchema = describe({
  type: 'zone_managed_rules_configuration',
  version: 0,
  description:
    'The configuration of the new managed rules that the service generates from the previous one: the rules that a ' +
    'migration saves, without adjustments.',
  attributes: {
    ...zoneToRead,
    available: computed(
      'bool',
      'Whether the service generates one. It does not when something is in the way, or after the end of a migration.',
    ),
    unavailable_because: computed(
      'string',
      'Why there is none, in the words of the service. Null when there is one.',
    ),
    name: computed('string', 'The name of the configuration. Null when there is none.'),
    rules: computedObjects(
      'list',
      'The rules, in order. Empty when there is no configuration.',
      savedRuleAttributes,
    ),
    ...losses(
      'Settings of the previous version that the migration would lose. Null when there is no configuration, or when ' +
        'they could not be determined completely.',
    ),
  },
});
