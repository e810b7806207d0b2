import { approvalOf } from './approvals';
import { zoneIdOf, zoneText } from './migrating-zones';
import { validated, type MigrationBlock } from './migration-workspace';

/** What is wrong, and what the user reads: the error, what the zone's state is now, and what to do. */
export interface BadInput {
  readonly block: MigrationBlock;
  readonly says: readonly string[];
}

export type BadInputs = Readonly<Record<string, BadInput>>;

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
const RULE = '23ee7cebe6e8443e99ecf932ab579455';
const NO_SUCH = 'd'.repeat(32);
const NEARLY = RULE.replace('23ee', '32ee');

const adjusted = (rule: object, id = RULE): MigrationBlock =>
  validated({ adjustments: { [MANAGED]: { rules: { [id]: rule } } } });

/** What is wrong with the words of a configuration. */
export const BEFORE_PLAN: BadInputs = {
  'word-for-another-zone': {
    block: { target_state: 'finished', acknowledge_irreversible: zoneIdOf('good') },
    says: [
      `acknowledge_irreversible is "${zoneIdOf('good')}", which is not the id of this migration's zone.`,
      `the acknowledgement names the zone: "${zoneIdOf('word-for-another-zone')}".`,
    ],
  },
  'word-that-is-no-zone': {
    block: { target_state: 'finished', acknowledge_irreversible: 'yes' },
    says: ['acknowledge_irreversible is "yes", which is not the id', 'Nothing was changed'],
  },
  'no-such-action': { block: adjusted({ action: 'allow' }), says: ['"allow"', 'managed_challenge'] },
  'says-nothing': {
    block: adjusted({}),
    says: [`The adjustment of rule ${RULE} sets neither action nor enabled.`, 'Set action = "log"'],
  },
  'no-ruleset-id': {
    block: validated({ adjustments: { core: { rules: {} } } }),
    says: ['"core" is not the id of a managed ruleset.', '32 lower-case hexadecimal digits'],
  },
  'no-rule-id': {
    block: adjusted({ enabled: false }, '100015'),
    says: ['"100015" is not the id of a rule.'],
  },
  'no-zone-id': { block: validated({ zone_id: 'example.com' }), says: ['"example.com"', 'zone_id'] },
  'no-target': { block: { target_state: 'start' }, says: ['"start"', 'validation', 'finished'] },
  'no-way-to-destroy': { block: validated({ on_destroy: 'keep' }), says: ['"keep"', 'refuse', 'abandon'] },
  'no-duration': {
    block: validated({ timeouts: { create: '1 hour', update: '0s' } }),
    says: ['"1 hour" is not a time limit.', '"0s" is not a time limit.', '"90m", "1h30m", "45s"'],
  },
  'no-approval': {
    block: validated({ approved_digest: 'sha256:abc' }),
    says: [
      '"sha256:abc" is not an approval.',
      'It has the form v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES. Let zonewright migration approve write it',
    ],
  },
  'approval-of-another-zone': {
    block: validated({ approved_digest: approvalOf('good', { step: 'validation' }) }),
    says: [
      `approved_digest approves zone ${zoneIdOf('good')}, and this is the migration of zone`,
      'take the row of this zone.',
    ],
  },
};

/** Where a zone stands that nobody has touched. */
export const notBegun = (name: string): string =>
  `Zone ${zoneText(name)} has not begun to migrate: the previous managed rules are in force.`;

/** What is wrong for the zone as it is. */
export const AT_PLAN: BadInputs = {
  'no-word': {
    block: { target_state: 'finished' },
    says: [
      'Finishing the migration cannot be undone, and acknowledge_irreversible is not set.',
      `${notBegun('no-word')} To finish, set acknowledge_irreversible = "${zoneIdOf('no-word')}".`,
    ],
  },
  'no-word-after-validation': {
    block: { target_state: 'finished' },
    says: [
      'acknowledge_irreversible is not set.',
      `Zone ${zoneText('no-word-after-validation')} is validating: both versions run, the new one first.`,
    ],
  },
  'no-such-ruleset': {
    block: validated({ adjustments: { [NO_SUCH]: { rules: { [RULE]: { enabled: false } } } } }),
    says: [
      `adjustments names the managed ruleset ${NO_SUCH}, which zone ${zoneText('no-such-ruleset')} does not execute.`,
      `It executes ${MANAGED} and ${CORE}. Correct the id, or remove the adjustment. Nothing was changed.`,
    ],
  },
  'no-such-rule': {
    block: adjusted({ enabled: false }, NEARLY),
    says: [
      `The managed ruleset Cloudflare Managed Ruleset (${MANAGED}) has no rule ${NEARLY}.`,
      `Did you mean ${RULE} (`,
    ],
  },
  'back-from-the-end': {
    block: validated(),
    says: [
      `The migration of zone ${zoneText('back-from-the-end')} cannot go back to validation.`,
      'has finished its migration: the previous managed rules are disabled permanently. Set ' +
        'target_state = "finished".',
    ],
  },
  'back-when-finishing': {
    block: validated(),
    says: [
      'cannot go back to validation.',
      'is finishing its migration (the service says "pending"): it can no longer be stopped.',
    ],
  },
  'word-unknown': {
    block: validated(),
    says: [
      'The service reports the state "migrating" for the migration of zone ' +
        `${zoneIdOf('word-unknown')}, which this provider does not know.`,
      'It knows "start", "default", "validation", "pending", "finished", "complete".',
    ],
  },
  'word-missing': {
    block: validated(),
    says: [
      `The service does not report the state of the migration of zone ${zoneIdOf('word-missing')}.`,
      'Neither the status nor the compatibility check has a migration_state',
    ],
  },
  'zone-not-known': {
    block: validated({ zone_id: '${terraform_data.later.id}' }),
    says: ['The migration cannot be planned: zone_id is known only after apply.', '(-target)'],
  },
  'several-not-known': {
    block: validated({
      target_state: '${terraform_data.later.id}',
      adjustments: { [MANAGED]: { rules: { [RULE]: { action: '${terraform_data.later.id}' } } } },
    }),
    says: ['target_state, adjustments are known only after apply.', 'must show all of it'],
  },
};
