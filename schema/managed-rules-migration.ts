import { describe } from './attribute';
import {
  acknowledgement,
  adjustmentKeys,
  OVERRIDE_ACTIONS,
  rulesDigest,
  duration,
} from './migration/migration-checks';
import { TARGET_STATES, MIGRATION_STEPS } from './migration/migration-state';
import { notCarriedOverAttributes, savedRuleAttributes } from './managed-rules-configuration';
import { oneOf, zoneId } from './checks/values';

/** How long a migration may take unless the user says otherwise: the service needs up to an hour (docs/service.md 7.5). */
export const MIGRATION_TIME_LIMIT = '90m';

/** The migration of a zone to the new managed rules (docs/service.md 7, 7.4, 7.5). */
export const managedRulesMigrationSchema = describe({
  type: 'zone_managed_rules_migration',
  version: 0,
  description:
    'The one-way migration of a zone from the previous managed rules to the new ones, as the state that is to be ' +
    'reached. A plan shows the rules that will be saved, what will not carry over and what cannot be undone; going ' +
    'back and destroying a migration that has begun are refused. A zone has one migration; declare it once.',
  attributes: {
    zone_id: {
      type: 'string',
      required: true,
      replaceOnChange: true,
      description: 'The zone, 32 hexadecimal digits. It cannot change once the migration has begun.',
      checks: [zoneId],
    },
    target_state: {
      type: 'string',
      required: true,
      description:
        '`validation` (Enterprise zones: both versions run, the new one first) or `finished` (the previous version is ' +
        'disabled, for good).',
      checks: [oneOf(...TARGET_STATES)],
    },
    acknowledge_irreversible: {
      type: 'string',
      optional: true,
      computed: true,
      description:
        'The deliberate word for finishing: the id of the zone. Needed until the migration is finished, of no ' +
        'consequence afterwards.',
    },
    approved_digest: {
      type: 'string',
      optional: true,
      computed: true,
      description:
        'The digest of what was approved: `rules_digest` of a reviewed plan, or `digest` of ' +
        '`zone_managed_rules_configuration`. Plan and apply are refused when the service generates anything else.',
      checks: [rulesDigest],
    },
    adjustments: {
      nested: 'map',
      optional: true,
      description:
        'Changes to what the managed rules do, by the id of the managed ruleset. They may change at any time, also ' +
        'after the end of the migration.',
      attributes: {
        rules: {
          nested: 'map',
          required: true,
          description: 'By the id of the rule.',
          attributes: {
            action: {
              type: 'string',
              optional: true,
              description:
                'What the rule does instead: ' +
                OVERRIDE_ACTIONS.map((word) => `\`${word}\``).join(', ') +
                '.',
              checks: [oneOf(...OVERRIDE_ACTIONS)],
            },
            enabled: { type: 'bool', optional: true, description: 'Whether the rule is on.' },
          },
        },
      },
      checks: [adjustmentKeys],
    },
    delete_uri_overrides: {
      type: 'bool',
      optional: true,
      default: false,
      description:
        'Whether apply deletes the URI-based overrides that are in the way of the migration. The plan lists them ' +
        'first. Where the service generates no configuration before they are gone, that apply goes no further, so ' +
        'that the next plan can show the rules.',
    },
    on_destroy: {
      type: 'string',
      optional: true,
      default: 'refuse',
      description:
        'What to do when a migration that has begun is to be destroyed: `refuse`, or `abandon` (it stays as it is ' +
        'at the service and is forgotten here; has to be applied before the destroy).',
      checks: [oneOf('refuse', 'abandon')],
    },
    timeouts: {
      nested: 'single',
      optional: true,
      description: 'How long apply waits for the service, e.g. `{ create = "2h" }`.',
      attributes: {
        create: {
          type: 'string',
          optional: true,
          description: `When this resource is made. \`${MIGRATION_TIME_LIMIT}\` when left out.`,
          checks: [duration],
        },
        update: {
          type: 'string',
          optional: true,
          description: `When it is changed. \`${MIGRATION_TIME_LIMIT}\` when left out.`,
          checks: [duration],
        },
      },
    },
    migration_state: {
      type: 'string',
      computed: true,
      description:
        '`start`, `validation`, `finishing` or `finished`: where the zone stands, or will after apply.',
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
    rules: {
      nested: 'list',
      computed: true,
      description:
        "The rules of the zone's entry point that are or will be saved: the generated configuration with the adjustments.",
      attributes: savedRuleAttributes,
    },
    rules_digest: {
      type: 'string',
      computed: true,
      description: 'A digest of `rules`. Apply is refused when it would save anything else.',
    },
    replaced_rules: {
      nested: 'list',
      computed: true,
      description:
        'Rules of the new managed rules that the zone had before and that making this object replaces. Empty when there ' +
        'were none.',
      attributes: savedRuleAttributes,
    },
    not_carried_over: {
      nested: 'list',
      computed: true,
      description:
        'Settings of the previous version that the migration does not carry over, as they were when it was planned. ' +
        'Null when that is not known, as after an import.',
      attributes: notCarriedOverAttributes,
    },
    deleted_uri_overrides: {
      nested: 'list',
      computed: true,
      description:
        'The URI-based overrides that apply deletes or deleted, with all that they said. Apply deletes exactly these: one ' +
        'that was added or edited since the plan stays, and a new plan is needed.',
      attributes: {
        id: { type: 'string', computed: true, description: 'The id of the override.' },
        description: { type: 'string', computed: true, description: 'Its description.' },
        urls: { type: { list: 'string' }, computed: true, description: 'The URLs that it was for.' },
        body: {
          type: 'string',
          computed: true,
          description:
            'JSON: the whole override, from which it can be made again. Null in states of older releases.',
        },
      },
    },
    zone_name: {
      type: 'string',
      computed: true,
      description:
        'The name of the zone. Null when the service does not tell it: that takes the permission to read the zone.',
    },
    step: {
      type: 'string',
      computed: true,
      description:
        'What the last plan that changed something at the service does or did: ' +
        MIGRATION_STEPS.map((step) => `\`${step}\``).join(', ') +
        '. Null after an import.',
    },
    irreversible: {
      type: 'bool',
      computed: true,
      description:
        'Whether the migration has finished, or has begun to. It turns from `false` to `true`, or is made as `true`, in ' +
        'exactly the plan that finishes it or takes over a finished one.',
    },
    finish: {
      nested: 'single',
      computed: true,
      description:
        'What the plan that finishes the migration saves and loses. Null before, and where others finished it.',
      attributes: {
        zone: {
          type: 'string',
          computed: true,
          description:
            'The zone that is finished, by its name, where the service tells it, and its id: the text of a plan hides ' +
            '`zone_id` and `zone_name`, which stay the same.',
        },
        rules: {
          nested: 'list',
          computed: true,
          description: 'The rules that finishing saves, as `rules` of that plan.',
          attributes: savedRuleAttributes,
        },
        rules_digest: { type: 'string', computed: true, description: 'Their digest.' },
        not_carried_over: {
          nested: 'list',
          computed: true,
          description: 'What finishing loses. Null when not all of it could be found out.',
          attributes: notCarriedOverAttributes,
        },
        losses_unknown_because: {
          type: 'string',
          computed: true,
          description: 'Why not all that is lost could be found out. Null when it could.',
        },
      },
    },
    taken_over: {
      type: 'bool',
      computed: true,
      description:
        'Whether the migration had begun when this object was made or imported, rather than being begun by it. Null in ' +
        'states of older releases.',
    },
  },
  checks: [acknowledgement],
});
