import { check } from '../checks/reader';
import { accepted } from '../service/refusal';
import type { ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import type { PreviousWaf } from './previous-waf';
import { readOperation, writeOperation } from './waf-operation';

const PATH = '/zones/:zone_id/settings/waf';

/** The zone's switch of the previous managed rules (docs/internals/service.md 7.7). */
const getWafSetting = readOperation('waf.setting.get', PATH, ({ zone }) => ({
  kind: 'result',
  result: wafSetting(zone.previousWaf),
}));

const updateWafSetting = writeOperation(
  'waf.setting.update',
  'PATCH',
  PATH,
  ({ service, zone, body, dryRun }) => {
    const sent = accepted(
      check(body, (reader) => reader.members(['value'])?.required('value')?.oneOf(['on', 'off'])),
    );
    if (dryRun) return { kind: 'result', result: null };
    zone.previousWaf.enabled = sent === 'on';
    zone.previousWaf.enabledModifiedOn = timeOfWrite(service);
    return { kind: 'result', result: wafSetting(zone.previousWaf) };
  },
);

export const WAF_SETTING_OPERATIONS: readonly ZoneOperation[] = [getWafSetting, updateWafSetting];

function wafSetting({ enabled, enabledModifiedOn }: PreviousWaf): unknown {
  return { id: 'waf', value: enabled ? 'on' : 'off', editable: true, modified_on: enabledModifiedOn };
}
