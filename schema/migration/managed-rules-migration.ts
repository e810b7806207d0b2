import { describe } from '../description/attribute';
import { approvalForm, approvalOfZone } from './approvals';
import { acknowledgement, adjustmentKeys, duration, OVERRIDE_ACTIONS } from './migration-checks';
import { TARGET_STATES, MIGRATION_STEPS } from './migration-state';
import { losses, notCarriedOverAttributes, savedRuleAttributes, wafStatuses } from './data-sources';
import { computed, computedObjects, defaulted, oneOf, optional, zoneOfObject } from '../zone/values';

/** The default time limit of a migration: the service needs up to an hour (docs/internals/service.md 7.5). */
export const MIGRATION_TIME_LIMIT = '90m';

/** The migration of a zone to the new managed rules (docs/internals/service.md 7, 7.4, 7.5). */
export const managedRulesMigrationSchema = describe({
  type: 'zone_managed_rules_migration',
  version: 0,
  description:
    'The one-way migration of a zone from the previous managed rules to the new ones, declared as its target state. ' +
    'A plan shows the rules that apply will save, what will be lost and what cannot be undone. Going back, and ' +
    'destroying a migration that has begun, are refused. A zone has one migration: declare it once.',
  attributes: {
    ...zoneOfObject(
      'The zone, 32 hexadecimal digits. It cannot change: declare another zone in another block.',
    ),
    target_state: {
      type: 'string',
      required: true,
      description:
        '`validation` (Enterprise zones: both versions run, the new one first) or `finished` (the previous version is ' +
        'disabled permanently).',
      checks: [oneOf(...TARGET_STATES)],
    },
    acknowledge_irreversible: {
      type: 'string',
      optional: true,
      computed: true,
      description:
        'The acknowledgement that finishing is irreversible: the id of the zone. Required, unless `approved_digest` ' +
        'approves the finish, until the migration is finished, and without effect afterwards. `each.value` acknowledges ' +
        'many zones at once: set `require_approval` of the provider instead.',
    },
    approved_digest: {
      type: 'string',
      optional: true,
      computed: true,
      description:
        'The approval of the next step or save of rules, `v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES`, as `zonewright migration approve` writes ' +
        'it. Plan and apply fail when they would do anything else. One for `finished` takes the place of `acknowledge_irreversible`.',
      checks: [approvalForm],
    },
    adjustments: {
      nested: 'map',
      optional: true,
      computed: true,
      description:
        'Changes to what the managed rules do, by the id of the managed ruleset, saved until the migration ends. Afterwards ' +
        'without effect: those that the rules do not have are refused, with a warning alone if others finished a zone that ' +
        'has `on_incompatible = "skip"`.',
      attributes: {
        rules: {
          nested: 'map',
          required: true,
          description: 'The changes by the id of the rule.',
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
            enabled: optional('bool', 'Whether the rule is on.'),
          },
        },
      },
      checks: [adjustmentKeys],
    },
    delete_uri_overrides: defaulted(
      'bool',
      false,
      'Whether apply deletes the URI-based overrides that are in the way of the migration. The plan lists them ' +
        'first. If the service generates no configuration while they exist, apply stops after deleting them, so ' +
        'that the next plan can show the rules.',
    ),
    on_incompatible: {
      type: 'string',
      optional: true,
      default: 'refuse',
      description:
        'What to do with a zone that cannot migrate: `refuse` (the plan fails) or `skip` (the plan says why in ' +
        '`skipped_because`, and the zone stays as it is, until a later plan finds that it can migrate).',
      checks: [oneOf('refuse', 'skip')],
    },
    wait: defaulted(
      'bool',
      true,
      'Whether apply waits until the service has finished the migration, which can take an hour. With `false`, apply ' +
        'ends as soon as the service has begun to finish it, and the refresh of a later run stores the end and says so.',
    ),
    on_destroy: {
      type: 'string',
      optional: true,
      default: 'refuse',
      description:
        'What destroying a migration that has begun does: `refuse` fails; `abandon` only removes it from the state ' +
        'and leaves the service as it is (apply the change to `abandon` before you destroy).',
      checks: [oneOf('refuse', 'abandon')],
    },
    timeouts: {
      nested: 'single',
      optional: true,
      description: 'How long apply waits for the service, e.g. `{ create = "2h" }`.',
      attributes: {
        create: {
          ...optional('string', `For creating this resource. Default \`${MIGRATION_TIME_LIMIT}\`.`),
          checks: [duration],
        },
        update: {
          ...optional('string', `For updating it. Default \`${MIGRATION_TIME_LIMIT}\`.`),
          checks: [duration],
        },
      },
      refused: { delete: 'Destroying does not wait.', read: 'Reading does not wait.' },
    },
    migration_state: computed(
      'string',
      'The state of the zone, or its state after apply: `start`, `validation`, `finishing` or `finished`.',
    ),
    ...wafStatuses,
    rules: computedObjects(
      'list',
      "The rules of the zone's entry point that are or will be saved: the generated configuration with the adjustments. " +
        'They stay after the end, whatever others change.',
      savedRuleAttributes,
    ),
    replaced_rules: computedObjects(
      'list',
      'Rules of the new managed rules that the zone had before, and that creating this object replaces. Empty when ' +
        'there were none.',
      savedRuleAttributes,
    ),
    not_carried_over: computedObjects(
      'list',
      'Settings of the previous version that the migration does not carry over, as they were when it was planned. ' +
        'Null when they are not known, as after an import.',
      notCarriedOverAttributes,
    ),
    skipped_because: computed(
      { list: 'string' },
      'Why the zone cannot migrate, one sentence for each reason, while `on_incompatible = "skip"` leaves it as it is. ' +
        'Null otherwise.',
    ),
    deleted_uri_overrides: computedObjects(
      'list',
      'The URI-based overrides that apply deletes or deleted, with all their content. Apply deletes exactly these. It ' +
        'keeps one that was added or edited after the plan; then a new plan is needed.',
      {
        id: computed('string', 'The id of the override.'),
        description: computed('string', 'Its description.'),
        urls: computed({ list: 'string' }, 'The URLs that it applied to.'),
        body: computed('string', 'The whole override as JSON, to create it again.'),
      },
    ),
    step: {
      type: 'string',
      computed: true,
      description:
        'The step of the last plan that changed something at the service: ' +
        MIGRATION_STEPS.map((step) => `\`${step}\``).join(', ') +
        '. Null after an import.',
    },
    irreversible: computed(
      'bool',
      'Whether the migration is finishing or finished. Exactly the plan that finishes it, or takes over a finished ' +
        'one, changes it from `false` to `true` or creates it as `true`.',
    ),
    finish: computedObjects(
      'single',
      'What the plan that finishes the migration saves and loses. Null before it, and when others finished it.',
      {
        zone: computed(
          'string',
          'The zone by its name, where the service returns it, and its id. (The text of a plan hides `zone_id` and ' +
            '`zone_name`, which do not change.)',
        ),
        rules: computedObjects(
          'list',
          'The rules that finishing saves: `rules` of that plan.',
          savedRuleAttributes,
        ),
        ...losses('What finishing loses. Null when it could not be determined completely.'),
      },
    ),
    taken_over: computed(
      'bool',
      'Whether the migration had already begun when this object was created or imported.',
    ),
  },
  checks: [acknowledgement, approvalOfZone],
});
