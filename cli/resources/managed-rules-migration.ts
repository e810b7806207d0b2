import { isRecord, managedRulesMigrationSchema } from '../../schema';
import { textOf } from '../text/json';
import type { TsValue } from '../text/typescript-code';
import {
  camelCased,
  plain,
  type AppliedChange,
  type Attributes,
  type Props,
  type ResourceRecord,
} from './record';

const MIGRATION_REQUESTS = {
  beginValidation: 14,
  finishFromValidation: 13,
  finishFromStart: 14,
  /** And one for each override. */
  deleteUriOverrides: 16,
  saveRules: { validation: 11, finished: 9, skipped: 15 },
  takeOver: 6,
  /** With `on_incompatible = "skip"`: apply looks for the obstacles again. */
  skip: { start: 13, validation: 12 },
  /** Only the state changes. */
  noStep: { validation: 7, finished: 5 },
  /** It leaves the state, and the zone stays as it is. */
  destroy: 0,
} as const;

export const managedRulesMigration: ResourceRecord = {
  schema: managedRulesMigrationSchema,
  construct: 'ManagedRulesMigration',
  props,
  label: 'migration',
  summary: (values) => `target ${textOf(values, 'target_state') ?? 'known after apply'}`,
  requests,
};

function requests({ kind, action, migration }: AppliedChange): number {
  if (kind === 'destroy' || migration === null) return MIGRATION_REQUESTS.destroy;
  if (action === 'no-op') return 0;
  switch (migration.step) {
    case 'begin validation':
      return MIGRATION_REQUESTS.beginValidation;
    case 'finish':
      return migration.from === 'start'
        ? MIGRATION_REQUESTS.finishFromStart
        : MIGRATION_REQUESTS.finishFromValidation;
    case 'delete URI overrides':
      return MIGRATION_REQUESTS.deleteUriOverrides + migration.deleted_uri_overrides.length;
    case 'save rules':
      if (migration.skipped_because.length > 0) return MIGRATION_REQUESTS.saveRules.skipped;
      return MIGRATION_REQUESTS.saveRules[migration.to === 'finished' ? 'finished' : 'validation'];
    case 'take over':
    case 'wait for the finish':
      return MIGRATION_REQUESTS.takeOver;
    default:
      if (migration.skipped_because.length > 0) {
        return MIGRATION_REQUESTS.skip[migration.to === 'start' ? 'start' : 'validation'];
      }
      return MIGRATION_REQUESTS.noStep[migration.to === 'finished' ? 'finished' : 'validation'];
  }
}

/** The construct leaves out the level `rules` of `adjustments`. */
function props({ adjustments, ...rest }: Attributes): Props {
  if (!isRecord(adjustments)) return camelCased(rest);
  const byRuleset = Object.entries(adjustments).map(([id, of]) => [
    id,
    isRecord(of) ? plain(of['rules']) : {},
  ]);
  return { ...camelCased(rest), adjustments: Object.fromEntries(byRuleset) as TsValue };
}
