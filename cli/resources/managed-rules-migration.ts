import { isRecord, managedRulesMigrationSchema } from '../../schema';
import { textOf } from '../text/json';
import type { TsValue } from '../text/typescript-code';
import { camelCased, plain, type Attributes, type Props, type ResourceRecord } from './record';

export const managedRulesMigration: ResourceRecord = {
  schema: managedRulesMigrationSchema,
  construct: 'ManagedRulesMigration',
  props,
  label: 'migration',
  noun: 'a migration',
  summary: (values) => `target ${textOf(values, 'target_state') ?? 'known after apply'}`,
};

/** The construct leaves out the level `rules` of `adjustments`. */
function props({ adjustments, ...rest }: Attributes): Props {
  if (!isRecord(adjustments)) return camelCased(rest);
  const byRuleset = Object.entries(adjustments).map(([id, of]) => [
    id,
    isRecord(of) ? plain(of['rules']) : {},
  ]);
  return { ...camelCased(rest), adjustments: Object.fromEntries(byRuleset) as TsValue };
}
