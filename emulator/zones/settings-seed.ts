import { readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import type { StoredOfZones } from '../service/part';
import { ZONE_SETTINGS } from './setting-table';
import type { ChangedSetting } from './zone-settings';

/** A setting of a zone in a seed. */
interface SeedSetting {
  readonly value: unknown;
  /** When it was changed, ISO 8601 in UTC. */
  readonly modified_on: string;
}

/** The settings of a zone in a seed that somebody changed, by id. */
export type SettingsDocument = Readonly<Record<string, SeedSetting>>;

/** The settings of a zone in seeds and snapshots. */
export const STORED_SETTINGS: StoredOfZones<SettingsDocument> = {
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
