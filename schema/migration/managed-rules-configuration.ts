import { describe, type MemberAttributes } from '../description/attribute';
import { zoneToRead } from '../zone/zone-attributes';

/** A rule of the managed rules' entry point, as read and saved, without ids and versions (docs/internals/service.md 3.2, 7.4). */
export const savedRuleAttributes = {
  action: { type: 'string', computed: true, description: '`execute`, or `skip` for an exception.' },
  expression: { type: 'string', computed: true, description: 'The requests that the rule applies to.' },
  description: { type: 'string', computed: true, description: 'Free text.' },
  enabled: { type: 'bool', computed: true, description: 'Whether the rule is on.' },
  action_parameters: {
    type: 'string',
    computed: true,
    description:
      'JSON: for `execute`, the id of the managed ruleset and its overrides; for `skip`, what is skipped.',
  },
} as const satisfies MemberAttributes;

/** A setting of the previous managed rules that the migration does not carry over. */
export const notCarriedOverAttributes = {
  kind: {
    type: 'string',
    computed: true,
    description: '`core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`.',
  },
  id: { type: 'string', computed: true, description: 'The id of the group, rule or page rule.' },
  description: { type: 'string', computed: true, description: 'A description of what is lost, for people.' },
} as const satisfies MemberAttributes;

/** The generated configuration of the new managed rules (docs/internals/service.md 7.4). */
export const managedRulesConfigurationSchema = describe({
  type: 'zone_managed_rules_configuration',
  version: 0,
  description:
    'The configuration of the new managed rules that the service generates from the previous one: the rules that a ' +
    'migration saves, without adjustments.',
  attributes: {
    ...zoneToRead,
    available: {
      type: 'bool',
      computed: true,
      description:
        'Whether the service generates one. It does not when something is in the way, or after the end of a migration.',
    },
    unavailable_because: {
      type: 'string',
      computed: true,
      description: 'Why there is none, in the words of the service. Null when there is one.',
    },
    name: {
      type: 'string',
      computed: true,
      description: 'The name of the configuration. Null when there is none.',
    },
    rules: {
      nested: 'list',
      computed: true,
      description: 'The rules, in order. Empty when there is no configuration.',
      attributes: savedRuleAttributes,
    },
    not_carried_over: {
      nested: 'list',
      computed: true,
      description:
        'Settings of the previous version that the migration would lose. Null when there is no configuration, or when ' +
        'they could not be determined completely.',
      attributes: notCarriedOverAttributes,
    },
    losses_unknown_because: {
      type: 'string',
      computed: true,
      description: 'Why the losses could not be determined completely. Null when they could.',
    },
  },
});
