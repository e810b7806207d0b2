import { describe } from './attribute';
import { notCarriedOverAttributes } from './migration/not-carried-over';
import { savedRuleAttributes } from './migration/saved-rule';
import { zoneId } from './checks/zone-id';

/** The generated configuration of the new managed rules (docs/service.md 7.4). */
export const managedRulesConfigurationSchema = describe({
  type: 'zone_managed_rules_configuration',
  version: 0,
  description:
    'The configuration of the new managed rules that the service generates from the previous one: what a migration ' +
    'saves, without adjustments.',
  attributes: {
    zone_id: {
      type: 'string',
      required: true,
      description: 'The zone, 32 hexadecimal digits.',
      checks: [zoneId],
    },
    available: {
      type: 'bool',
      computed: true,
      description:
        'Whether there is one: not when something is in the way, and not after the end of a migration.',
    },
    unavailable_because: {
      type: 'string',
      computed: true,
      description: 'Why there is none, in the words of the service. Null when there is one.',
    },
    name: {
      type: 'string',
      computed: true,
      description: "The configuration's name. Null when there is none.",
    },
    rules: {
      nested: 'list',
      computed: true,
      description: 'The rules, in their order. Empty when there is none.',
      attributes: savedRuleAttributes,
    },
    digest: {
      type: 'string',
      computed: true,
      description:
        'A digest of the rules, for `approved_digest` of a `zone_managed_rules_migration`: it changes when what would be ' +
        'saved changes. Null when there is none.',
    },
    not_carried_over: {
      nested: 'list',
      computed: true,
      description:
        'Settings of the previous version that the migration would not carry over: what is lost. Null when there is no ' +
        'configuration, and when not all of it could be found out.',
      attributes: notCarriedOverAttributes,
    },
    losses_unknown_because: {
      type: 'string',
      computed: true,
      description: 'Why not all that would be lost could be found out. Null when it could.',
    },
  },
});
