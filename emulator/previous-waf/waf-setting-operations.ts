import { check } from '../checks/reader';
import { accepted } from '../service/refusal';
import type { ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import type { PreviousWaf } from './previous-waf';

const PATH = '/zones/:zone_id/settings/waf';

/** The zone's switch of the previous managed rules (docs/internals/service.md 7.7). */
const getWafSetting: ZoneOperation = {
  of: 'zone',
  name: 'waf.setting.get',
  method: 'GET',
  path: PATH,
  permission: 'waf:read',
  run: ({ zone }) => ({ kind: 'result', result: wafSetting(zone.previousWaf) }),
};

const updateWafSetting: ZoneOperation = {
  of: 'zone',
  name: 'waf.setting.update',
  method: 'PATCH',
  path: PATH,
  permission: 'waf:edit',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const sent = accepted(
      check(body, (reader) => reader.members(['value'])?.required('value')?.oneOf(['on', 'off'])),
    );
    if (dryRun) return { kind: 'result', result: null };
    zone.previousWaf.enabled = sent === 'on';
    zone.previousWaf.enabledModifiedOn = timeOfWrite(service);
    return { kind: 'result', result: wafSetting(zone.previousWaf) };
  },
};

export const WAF_SETTING_OPERATIONS: readonly ZoneOperation[] = [getWafSetting, updateWafSetting];

function wafSetting({ enabled, enabledModifiedOn }: PreviousWaf): unknown {
  return { id: 'waf', value: enabled ? 'on' : 'off', editable: true, modified_on: enabledModifiedOn };
}
