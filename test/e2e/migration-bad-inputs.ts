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
