import {
  ID_PATTERN,
  PHASE_LOG_CUSTOM_FIELDS,
  type logCustomFieldsSchema,
  type StateOf,
} from '../../../schema';
import type { MoveSource } from '../../sdk/framework';
import { parseZoneScopedId } from '../import-id';
import { rulesetSource, zoneShims } from '../move-sources';

type State = StateOf<typeof logCustomFieldsSchema>;

/** `<zone id>`, or `<zone id>/<ruleset id>` as the vendor's provider has it; undefined when malformed. */
export function parseFieldsId(
  id: string,
): { readonly zoneId: string; readonly rulesetId: string | undefined } | undefined {
  const { zoneId = '', parts = [] } = parseZoneScopedId(id, ['rulesets']) ?? {};
  const [ruleset, ...more] = parts;
  const rulesetId = ruleset?.toLowerCase();
  if (zoneId === '' || more.length > 0) return undefined;
  return rulesetId === undefined || ID_PATTERN.test(rulesetId) ? { zoneId, rulesetId } : undefined;
}

/** What can be moved to `zone_log_custom_fields`. */
export const fieldsMoveSources: readonly MoveSource<State>[] = [
  rulesetSource(PHASE_LOG_CUSTOM_FIELDS, 'zone_log_custom_fields', (zoneId, rulesetId) => {
    const importId = `${zoneId}/${rulesetId}`;
    return parseFieldsId(importId) && importId;
  }),
  ...zoneShims,
];
