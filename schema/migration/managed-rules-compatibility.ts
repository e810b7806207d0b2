import { describe } from '../description/attribute';
import { zoneToRead } from '../zone/zone-attributes';

/** Whether a zone can migrate, and its obstacles (docs/internals/service.md 7.4, 7). */
export const managedRulesCompatibilitySchema = describe({
  type: 'zone_managed_rules_compatibility',
  version: 0,
  description:
    'Whether a zone can migrate to the new managed rules as it is configured now, and what is in the way: for ' +
    'preconditions, `check` blocks and gates.',
  attributes: {
    ...zoneToRead,
    compatible: {
      type: 'bool',
      computed: true,
      description: 'Whether the service lets the zone migrate. Meaningless once it has finished.',
    },
    migration_state: {
      type: 'string',
      computed: true,
      description: 'The state of the migration: `start`, `validation`, `finishing` or `finished`.',
    },
    obstacles: {
      nested: 'list',
      computed: true,
      description:
        'What is in the way, as far as it can be determined. Empty for a compatible zone, and when the service refuses ' +
        'for a reason that its configuration does not show.',
      attributes: {
        kind: {
          type: 'string',
          computed: true,
          description: '`uri_override`, `too_many_firewall_rules` or `expression_too_long`.',
        },
        id: {
          type: 'string',
          computed: true,
          description: 'The id of the override or firewall rule. Null when no single one is in the way.',
        },
        description: { type: 'string', computed: true, description: 'A description for people.' },
      },
    },
  },
});
