import { unlessNull } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import { defaultFields, REQUESTS_DATASET, REQUESTS_FIELDS } from './datasets';
import { fieldList } from './logpull-options';
import type { EdgeJob } from './logpush-state';
import { readFilter } from './read-filter';

/** What a client sets of a session of instant logs (docs/service.md 5.10). */
export const EDGE_SETTINGS = ['fields', 'filter', 'sample'] as const;

type EdgeSetting = (typeof EDGE_SETTINGS)[number];

/** Reads the settings of a session; what is not sent has its default. */
export function readEdgeSettings(
  members: Members<EdgeSetting> | undefined,
): Omit<EdgeJob, 'session_id'> | undefined {
  if (members === undefined) return undefined;
  const known = REQUESTS_FIELDS;
  const sentFields = unlessNull(members.optional('fields'));
  const fields = sentFields?.string() ?? '';
  for (const name of fields === '' ? [] : fieldList(fields))
    if (!known.has(name)) sentFields?.refuse(`the dataset has no field '${name}'`);
  const sentFilter = unlessNull(members.optional('filter'));
  const sample = unlessNull(members.optional('sample'));
  const rate = sample?.count();
  if (rate === 0) sample?.refuse('it must be a whole number from 1');
  return {
    fields: fields === '' ? defaultFields(REQUESTS_DATASET).join(',') : fields,
    filter: (sentFilter && readFilter(sentFilter, known)) ?? '',
    sample: rate ?? 1,
  };
}

/** Reads a session of a seed. */
export function readSeedEdgeJob(reader: Reader): EdgeJob | undefined {
  const members = reader.members(['session_id', ...EDGE_SETTINGS]);
  const session_id = members?.required('session_id')?.matching(/^[0-9a-f]{32}$/, '32 hexadecimal digits');
  const settings = readEdgeSettings(members);
  return session_id === undefined || settings === undefined ? undefined : { session_id, ...settings };
}
