import { isObject } from '../checks/json';
import { check } from '../checks/reader';
import { accepted, Refusal } from '../service/refusal';
import type { ZoneCall, ZoneOperation } from '../service/operation';
import type { Zone } from '../service/zone';
import { type ZoneSetting, ZONE_SETTINGS } from './setting-table';
import { changeSettings, settingView, settingViews } from './zone-settings';

const SETTINGS_PATH = '/zones/:zone_id/settings';

/** docs/internals/service.md 9.4. */
const list: ZoneOperation = {
  of: 'zone',
  name: 'zones.settings.list',
  method: 'GET',
  path: SETTINGS_PATH,
  permission: 'zone_settings:read',
  run: ({ service, zone }) => ({ kind: 'result', result: settingViews(zone, service.clock.now()) }),
};

/** Changes several settings, all or none of them: `{ items: [{ id, value }] }` (docs/internals/service.md 9.4). */
const updateAll: ZoneOperation = {
  of: 'zone',
  name: 'zones.settings.updateall',
  method: 'PATCH',
  path: SETTINGS_PATH,
  permission: 'zone_settings:edit',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    if (!isObject(body) || !Array.isArray(body['items'])) throw missingItems();
    const sent = accepted(
      check(body, (reader) =>
        reader
          .members(['items'])
          ?.required('items')
          ?.items()
          ?.flatMap((item) => {
            const members = item.members(['id', 'value']);
            const id = members?.required('id')?.string();
            const value = members?.required('value');
            return id === undefined || value === undefined ? [] : [[id, value.value] as const];
          }),
      ),
    );
    for (const [id, value] of sent) checkValue(zone, id, namedSetting(id), value);
    if (dryRun) return { kind: 'result', result: null };
    changeSettings(service, zone, new Map(sent));
    return { kind: 'result', result: settingViews(zone, service.clock.now()) };
  },
};

/** docs/internals/service.md 9.4. */
const get: ZoneOperation = {
  of: 'zone',
  name: 'zones.settings.get',
  method: 'GET',
  path: `${SETTINGS_PATH}/:setting`,
  permission: 'zone_settings:read',
  run: (call) => {
    const id = settingOf(call);
    return {
      kind: 'result',
      result: settingView(call.zone, id, namedSetting(id), call.service.clock.now()),
    };
  },
};

/** `{ value }` (docs/internals/service.md 9.4). */
const update: ZoneOperation = {
  of: 'zone',
  name: 'zones.settings.update',
  method: 'PATCH',
  path: `${SETTINGS_PATH}/:setting`,
  permission: 'zone_settings:edit',
  body: 'json',
  run: (call) => {
    const { service, zone, body, dryRun } = call;
    const id = settingOf(call);
    const setting = namedSetting(id);
    const { value } = accepted(check(body, (reader) => reader.members(['value'])?.required('value')));
    checkValue(zone, id, setting, value);
    if (dryRun) return { kind: 'result', result: null };
    changeSettings(service, zone, new Map([[id, value]]));
    return { kind: 'result', result: settingView(zone, id, setting, service.clock.now()) };
  },
};

export const SETTING_OPERATIONS: readonly ZoneOperation[] = [list, updateAll, get, update];

function settingOf({ parameters }: ZoneCall): string {
  return parameters['setting'] ?? '';
}

/** @throws Refusal */
function namedSetting(id: string): ZoneSetting {
  const setting = ZONE_SETTINGS.get(id);
  if (setting === undefined) throw unknownSetting(id);
  return setting;
}

/** @throws Refusal if the zone cannot have this value */
function checkValue({ plan }: Zone, id: string, { plans, accepts }: ZoneSetting, value: unknown): void {
  if (!plans.includes(plan)) throw settingIsFixed(id);
  if (!accepts(value)) throw invalidSetting(id);
}

// Published: codes and texts are publicly known (docs/internals/service.md 9.4); the statuses are the emulator's.

function missingItems(): Refusal {
  return badRequest(1004, "Missing 'items'");
}

function unknownSetting(id: string): Refusal {
  return badRequest(1006, `Unrecognized zone setting name: ${id.slice(0, 80)}`);
}

function invalidSetting(id: string): Refusal {
  return badRequest(1007, `Invalid value for zone setting ${id}`);
}

function settingIsFixed(id: string): Refusal {
  return badRequest(1057, `${id} cannot be modified for this zone`);
}

function badRequest(code: number, message: string): Refusal {
  return new Refusal({ status: 400, errors: [{ code, message }] });
}
