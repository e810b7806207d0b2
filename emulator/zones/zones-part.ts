import type { ServicePart, StoredOfZones } from '../service/part';
import { SETTING_OPERATIONS } from './setting-operations';
import { ZONE_OPERATIONS } from './zone-operations';
import { readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { ZONE_SETTINGS } from './setting-table';
import type { ChangedSetting } from './zone-settings';
import { invalidParameter } from '../service/chosen';
import { PAGE_SIZES, pageOf } from '../http/page-of';
import { type Filter, inOrder, readChoice, readTextFilter } from '../http/query';
import { reachesZone } from '../service/credentials';
import type { CallerOperation, ServiceCall } from '../service/operation';
import { type Zone, ZONE_STATUSES, ZONE_TYPES } from '../service/zone';
import { ownerOf, PLAN_VIEWS, zoneView } from './zone-view';

/** The zones that the caller may use, by filters, in pages (docs/internals/service.md 9.1). */
const listZones: CallerOperation = {
  of: 'caller',
  name: 'zones.list',
  method: 'GET',
  path: '/zones',
  permission: 'zone:read',
  run: (call) => {
    const { service, caller, query } = call;
    const fits = filterOf(call);
    const zones = [...service.state.zones.values()].filter((zone) => reachesZone(caller, zone) && fits(zone));
    const sorted = inOrder(query, zones, {
      name: ({ name }) => name,
      status: ({ status }) => status,
      'account.id': ({ account }) => account,
      'account.name': (zone) => ownerOf(service, zone).name,
      'plan.id': ({ plan }) => PLAN_VIEWS[plan].id,
    });
    return pageOf(query, PAGE_SIZES, sorted, (zone) => zoneView(service, caller, zone));
  },
};

/** All filters of the query, or any of them with `match=any`. @throws Refusal */
function filterOf({ service, query }: ServiceCall): Filter<Zone> {
  const status = readChoice(query, 'status', ZONE_STATUSES);
  const account = query.get('account.id');
  const types = readTypes(query);
  const byType: Filter<Zone> = ({ type }) => types?.includes(type) === true;
  const filters = [
    readTextFilter<Zone>(query, 'name', ({ name }) => name),
    readTextFilter<Zone>(query, 'account.name', (zone) => ownerOf(service, zone).name),
    account === null ? undefined : (zone: Zone) => zone.account === account,
    status === undefined ? undefined : (zone: Zone) => zone.status === status,
    types === undefined ? undefined : byType,
  ].filter((filter) => filter !== undefined);
  const matchesAny = readChoice(query, 'match', ['all', 'any']) === 'any' && filters.length > 0;
  return (zone) => {
    // Internal zones are shown only to those who ask for them.
    if (zone.type === 'internal' && !byType(zone)) return false;
    return matchesAny ? filters.some((fits) => fits(zone)) : filters.every((fits) => fits(zone));
  };
}

/** The types in a list with commas, or in repeated parameters; `undefined` if none was sent. @throws Refusal */
function readTypes(query: URLSearchParams): readonly string[] | undefined {
  const sent = query.getAll('type').flatMap((value) => value.split(','));
  const unknown = sent.find((type) => !ZONE_TYPES.some((known) => known === type));
  if (unknown !== undefined) throw invalidParameter('type', unknown, ZONE_TYPES.join(' or '));
  return sent.length === 0 ? undefined : sent;
}

/** A setting of a zone in a seed. */
interface SeedSetting {
  readonly value: unknown;
  /** When it was changed, ISO 8601 in UTC. */
  readonly modified_on: string;
}

/** The settings of a zone in a seed that somebody changed, by id. */
type SettingsDocument = Readonly<Record<string, SeedSetting>>;

/** The settings of a zone in seeds and snapshots. */
const STORED_SETTINGS: StoredOfZones<SettingsDocument> = {
  of: 'zone',
  member: 'settings',
  read: (reader) => {
    const settings = reader === undefined ? new Map<string, ChangedSetting>() : readSettings(reader);
    return () => ({ settings: new Map(settings) });
  },
  write: ({ settings }) =>
    Object.fromEntries(
      [...settings].map(([id, { value, modifiedOn }]) => [id, { value, modified_on: modifiedOn }]),
    ),
};

function readSettings(reader: Reader): ReadonlyMap<string, ChangedSetting> {
  const settings = new Map<string, ChangedSetting>();
  const members = reader.members([...ZONE_SETTINGS.keys()]);
  for (const [id, setting] of ZONE_SETTINGS) {
    const changed = readSetting(members?.optional(id), setting.accepts);
    if (changed !== undefined) settings.set(id, changed);
  }
  return settings;
}

function readSetting(
  reader: Reader | undefined,
  accepts: (value: unknown) => boolean,
): ChangedSetting | undefined {
  const members = reader?.members(['value', 'modified_on']);
  const value = members?.required('value');
  const modifiedOn = readTimeText(members?.required('modified_on'));
  if (value === undefined || modifiedOn === undefined) return undefined;
  if (!accepts(value.value)) return value.refuse('the setting cannot have this value');
  return { value: value.value, modifiedOn };
}

/** Zones themselves (docs/internals/service.md 9.1). */
export const ZONES: ServicePart = { operations: [listZones, ...ZONE_OPERATIONS] };

/**
 * The settings of zones (docs/internals/service.md 9.4). They come after parts with a setting of their own, whose path takes
 * precedence.
 */
export const ZONE_SETTINGS_PART: ServicePart = { operations: SETTING_OPERATIONS, stored: [STORED_SETTINGS] };

/** The part of a seed about them. */
export interface SeedSettings {
  /** Its settings that somebody changed, by id. @default - none */
  readonly settings?: SettingsDocument;
}
