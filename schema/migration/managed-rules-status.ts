import { describe, type MemberAttributes } from '../description/attribute';
import { zoneToRead } from '../zone/zone-attributes';

/** Which of the two versions of managed rules run. */
export const wafStatuses = {
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
} as const satisfies MemberAttributes;

/** The status of a zone's migration (docs/internals/service.md 7.5). */
export const managedRulesStatusSchema = describe({
  type: 'zone_managed_rules_status',
  version: 0,
  description: 'The status of the migration of a zone to the new managed rules, read by every plan.',
  attributes: {
    ...zoneToRead,
    migration_state: {
      type: 'string',
      computed: true,
      description:
        'The state of the migration: `start`, `validation`, `finishing` or `finished`; `gone` when the zone does not exist.',
    },
    reported_state: {
      type: 'string',
      computed: true,
      description:
        "The state in the service's own term, for example `pending` or `complete`. Null when the zone does not exist.",
    },
    ...wafStatuses,
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
