import { present } from '../checks/json';
import type { Members, Reader } from '../checks/reader';
import { parseDestination } from '../destinations/parse-destination';
import { redactedDestination } from '../destinations/redact-destination';
import type { Dataset } from './datasets';
import { datasetFields, DATASETS, DEFAULT_DATASET } from './datasets';
import { readLogpullOptions } from './logpull-options';
import type { LogpushJob } from './logpush-state';
import { MAX_TEXT } from './logpush-state';
import { readFilter } from './read-filter';
import { readOutputOptions } from './read-output-options';

/** The longest name of a job, in characters (docs/service.md 5.2). */
const MAX_NAME = 512;

/** What a client may set at any time. */
export type JobSettings = Omit<
  LogpushJob,
  'id' | 'dataset' | 'kind' | 'last_complete' | 'last_error' | 'error_message'
>;

/** A job as a client describes it. */
export type JobDescription = JobSettings & Pick<LogpushJob, 'dataset' | 'kind'>;

/** The members that describe a job. */
export const DESCRIPTION_MEMBERS = [
  'dataset',
  'kind',
  'destination_conf',
  'name',
  'enabled',
  'filter',
  'frequency',
  'logpull_options',
  'output_options',
  'max_upload_bytes',
  'max_upload_interval_seconds',
  'max_upload_records',
] as const;

type DescriptionMember = (typeof DESCRIPTION_MEMBERS)[number];

const KINDS = ['', 'edge'] as const;

/** Job settings that were left out: the service returns null for them (docs/service.md 5.2). */
const UNSET = {
  name: null,
  enabled: false,
  filter: null,
  frequency: null,
  logpull_options: null,
  output_options: null,
  max_upload_bytes: null,
  max_upload_interval_seconds: null,
  max_upload_records: null,
} as const satisfies Partial<JobSettings>;

/** Reads a whole job and fills in the defaults. */
export function readDescription(
  reader: Reader,
  members: Members<DescriptionMember>,
): JobDescription | undefined {
  const sentDataset = members.optional('dataset');
  const dataset = sentDataset ? orNull(sentDataset, () => sentDataset.oneOf(DATASETS)) : null;
  const kind = members.optional('kind')?.oneOf(KINDS) ?? '';
  members.required('destination_conf');
  // An unknown dataset is one problem; checking its fields would add many more.
  const known = dataset === undefined ? undefined : (dataset ?? DEFAULT_DATASET);
  const { destination_conf, ...settings } = readSettings(reader, members, known);
  if (known === undefined || destination_conf === undefined) return undefined;
  return { ...UNSET, ...settings, destination_conf, dataset: known, kind };
}

/** Reads the settings that are present. */
export function readSettings(
  reader: Reader,
  members: Members<Exclude<DescriptionMember, 'dataset' | 'kind'>>,
  dataset: string | undefined,
): Partial<JobSettings> {
  const fields = dataset === undefined ? undefined : datasetFields(dataset as Dataset);
  const nullable = <T>(
    name: Exclude<DescriptionMember, 'dataset' | 'kind'>,
    read: (sent: Reader) => T | undefined,
  ): T | null | undefined => {
    const sent = members.optional(name);
    return sent && orNull(sent, () => read(sent));
  };
  const destination = members.optional('destination_conf');
  return present({
    destination_conf: destination && readDestination(reader, destination),
    name: nullable('name', readName),
    enabled: members.optional('enabled')?.boolean(),
    filter: nullable('filter', (sent) => readFilter(sent, fields)),
    frequency: nullable('frequency', (sent) => sent.oneOf(['high', 'low'])),
    logpull_options: nullable('logpull_options', (sent) => readLogpullOptions(sent, fields)),
    output_options: nullable('output_options', (sent) => readOutputOptions(sent, fields, dataset)),
    max_upload_bytes: nullable('max_upload_bytes', (sent) => readLimit(sent, 5_000_000, 1_000_000_000)),
    max_upload_interval_seconds: nullable('max_upload_interval_seconds', (sent) => readLimit(sent, 30, 300)),
    max_upload_records: nullable('max_upload_records', (sent) => readLimit(sent, 1_000, 1_000_000)),
  });
}

/** Reads a token that proves ownership (docs/service.md 5.2); empty text and null mean none. */
export function readChallenge(reader: Reader | undefined): string | undefined {
  if (reader === undefined || reader.value === null) return undefined;
  const text = reader.matching(/^[a-zA-Z0-9/+.\-_]*$/, 'letters, digits and / + . - _');
  if (text !== undefined && text.length > MAX_TEXT)
    return reader.refuse(`it must have at most ${MAX_TEXT} characters`);
  return text === '' ? undefined : text;
}

function orNull<T>(reader: Reader, read: () => T | undefined): T | null | undefined {
  return reader.value === null ? null : read();
}

function readName(reader: Reader): string | undefined {
  const name = reader.matching(/^[a-zA-Z0-9\-.]*$/, 'letters, digits, "-" and "."');
  if (name === undefined || name.length <= MAX_NAME) return name;
  return reader.refuse(`it must have at most ${MAX_NAME} characters`);
}

/** A limit of a push (docs/service.md 5.2). */
function readLimit(reader: Reader, least: number, most: number): number | undefined {
  const limit = reader.value;
  const isWhole = typeof limit === 'number' && Number.isInteger(limit);
  if (isWhole && (limit === 0 || (limit >= least && limit <= most))) return limit;
  return reader.refuse(`it must be 0 or a whole number from ${least} to ${most}`);
}

/** Reads the `destination_conf` of an object. No message repeats a secret. */
function readDestination(parent: Reader, reader: Reader | undefined): string | undefined {
  const text = readDestinationText(parent, reader);
  if (text === undefined) return undefined;
  const parsed = parseDestination(text);
  return parsed.ok ? text : withoutSecrets(parent, text).refuse(parsed.reason);
}

/** The same, but leaves the check of the form to the operation. */
export function readDestinationText(parent: Reader, reader: Reader | undefined): string | undefined {
  const text = reader?.string();
  if (text === undefined || text.length <= MAX_TEXT) return text;
  return withoutSecrets(parent, text).refuse(`it must have at most ${MAX_TEXT} characters`);
}

function withoutSecrets(parent: Reader, text: string): Reader {
  return parent.with('destination_conf', redactedDestination(text));
}
