import type { Checked } from '../checks/problem';
import type { Reader } from '../checks/reader';
import { check } from '../checks/reader';
import type { ServiceSettings } from '../service/settings';
import { DEFAULT_SEED } from './default-seed';
import { readCredentials } from './read-credentials';
import { readZones } from './read-zones';
import type { Seed } from './seed';
import { readSettings } from './settings-options';

/** Checks a seed document as strictly as the service checks what clients send, and fills in its defaults. */
export function readSeed(document: unknown, overrides: Partial<ServiceSettings>): Checked<Seed> {
  return check(document, (reader) => {
    const members = reader.members(['zones', 'credentials', 'options', 'clock', 'identifiers']);
    if (members === undefined) return undefined;
    const settings = { ...readSettings(members.optional('options')), ...overrides };
    const zones = readZones(members.optional('zones') ?? defaultPart(reader, 'zones'), settings);
    const zoneIds = new Set(zones?.map((zone) => zone.id));
    const credentials = readCredentials(
      members.optional('credentials') ?? defaultPart(reader, 'credentials'),
      zoneIds,
    );
    const clock = readTime(members.optional('clock'));
    const identifiers = members.optional('identifiers')?.count() ?? 0;
    if (zones === undefined || credentials === undefined) return undefined;
    return { zones, credentials, settings, ...(clock !== undefined && { clock }), identifiers };
  });
}

function defaultPart(reader: Reader, part: keyof typeof DEFAULT_SEED): Reader {
  return reader.with(part, DEFAULT_SEED[part]);
}

function readTime(reader: Reader | undefined): number | undefined {
  const text = reader?.matching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time such as 2025-01-01T00:00:00Z');
  if (reader === undefined || text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? reader.refuse('there is no such time') : time;
}
