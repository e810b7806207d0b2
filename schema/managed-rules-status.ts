import { describe } from './attribute';
import { zoneId } from './checks/values';

/** The status of a zone's migration (docs/service.md 7.5). */
export const managedRulesStatusSchema = describe({
  type: 'zone_managed_rules_status',
  version: 0,
  description: 'The status of the migration of a zone to the new managed rules, read by every plan.',
  attributes: {
    zone_id: {
      type: 'string',
      required: true,
      description: 'The zone, 32 hexadecimal digits.',
      checks: [zoneId],
    },
    migration_state: {
      type: 'string',
      computed: true,
      description: 'The state of the migration: `start`, `validation`, `finishing` or `finished`.',
    },
    reported_state: {
      type: 'string',
      computed: true,
      description: "The state in the service's own term, for example `pending` or `complete`.",
    },
    old_waf_status: {
      type: 'string',
      computed: true,
      description: 'The previous managed rules: `enabled` or `disabled`. Null when the service does not say.',
    },
    new_waf_status: {
      type: 'string',
      computed: true,
      description: 'The new managed rules: `enabled` or `disabled`. Null when the service does not say.',
    },
    source: {
      type: 'string',
      computed: true,
      description:
        "Where the state comes from, in the service's own term: `defaults` or `zone`. Null when it does not say.",
    },
    created: {
      type: 'string',
      computed: true,
      description: 'When the state was set, in the format of the service. Null when it does not say.',
    },
  },
});
