import { type Checked, check } from '../checks/reader';
import { accepted } from '../service/refusal';
import type { ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { type Zone, ZONE_TYPES } from '../service/zone';
import { zoneView } from './zone-view';

const ZONE_PATH = '/zones/:zone_id';

/** docs/internals/service.md 9.1. */
const get: ZoneOperation = {
  of: 'zone',
  name: 'zones.get',
  method: 'GET',
  path: ZONE_PATH,
  permission: 'zone:read',
  run: ({ service, caller, zone }) => ({ kind: 'result', result: zoneView(service, caller, zone) }),
};

/** Changes one thing in each call (docs/internals/service.md 9.1). */
const update: ZoneOperation = {
  of: 'zone',
  name: 'zones.update',
  method: 'PATCH',
  path: ZONE_PATH,
  permission: 'zone:edit',
  body: 'json',
  run: ({ service, caller, zone, body, dryRun }) => {
    const change = accepted(readZoneChange(body));
    if (dryRun) return { kind: 'result', result: null };
    Object.assign(zone, change, { modifiedOn: timeOfWrite(service) });
    return { kind: 'result', result: zoneView(service, caller, zone) };
  },
};

export const ZONE_OPERATIONS: readonly ZoneOperation[] = [get, update];

const MEMBERS = ['paused', 'type', 'vanity_name_servers'] as const;

/** Exactly one of the members that can change. */
function readZoneChange(
  body: unknown,
): Checked<Partial<Pick<Zone, 'paused' | 'type' | 'vanityNameServers'>>> {
  return check(body, (reader) => {
    const members = reader.members(MEMBERS);
    if (members === undefined) return undefined;
    const sent = MEMBERS.filter((name) => members.optional(name) !== undefined);
    if (sent.length !== 1) return reader.refuse(`it must have exactly one of ${MEMBERS.join(', ')}`);
    const paused = members.optional('paused')?.boolean();
    if (paused !== undefined) return { paused };
    const type = members.optional('type')?.oneOf(ZONE_TYPES);
    if (type !== undefined) return { type };
    const names = members.optional('vanity_name_servers')?.items();
    return names && { vanityNameServers: names.flatMap((item) => item.matching(HOST, 'a host name') ?? []) };
  });
}

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
