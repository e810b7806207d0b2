import {
  ID_PATTERN,
  KIND_ZONE,
  PHASE_LOG_CUSTOM_FIELDS,
  type JsonObject,
  type logCustomFieldsSchema,
  type Problem,
  type StateOf,
} from '../../../schema';
import type { Identified, MoveSource } from '../../framework';
import { parseZoneScopedId } from '../import-id';
import { ofAccount, textOf, VENDOR, VENDOR_VERSIONS, withoutIds, zoneShims } from '../move-sources';

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
  { type: 'cloudflare_ruleset', providers: VENDOR, versions: VENDOR_VERSIONS, identify: identifyRuleset },
  ...zoneShims,
];

function identifyRuleset(state: JsonObject): Identified<State> | Problem {
  const { zone_id: zone, account_id: account, id, kind, phase } = state;
  if (textOf(zone) === '' && textOf(account) !== '') return ofAccount('cloudflare_ruleset', account);
  if (phase !== PHASE_LOG_CUSTOM_FIELDS || kind !== KIND_ZONE) return otherPhase(textOf(kind), textOf(phase));
  const importId = `${textOf(zone)}/${textOf(id)}`;
  const read = parseFieldsId(importId);
  return read ? { importId, known: { zone_id: read.zoneId } } : withoutIds('cloudflare_ruleset');
}

function otherPhase(kind: string, phase: string): Problem {
  return {
    code: 'move_source_of_other_phase',
    path: [],
    message: `This cloudflare_ruleset is of the kind ${JSON.stringify(kind)} and the phase ${JSON.stringify(phase)}, so it holds no custom log fields.`,
    hint: `Only a ruleset of the kind "${KIND_ZONE}" and the phase "${PHASE_LOG_CUSTOM_FIELDS}" can be moved to zone_log_custom_fields.`,
  };
}
