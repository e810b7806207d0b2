import { present } from '../checks/json';
import { unlessNull } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import { destinationRules, parseDestination, redactedDestination } from '../destinations/destination';
import type { Model, ServiceSettings } from '../service/settings';
import {
  type Dataset,
  type Fields,
  DATASETS,
  DEFAULT_DATASET,
  knownFields,
  REQUESTS_DATASET,
} from './datasets';
import { readLogpullOptions, MAX_TEXT, readOutputOptions } from './output-options';
import { readFilter } from './read-filter';

/** The longest name of a job, in characters (docs/internals/service.md 5.2). */
const MAX_NAME = 512;

/** The greatest `max_upload_bytes` (docs/internals/service.md 5.2). */
const MAX_BYTES = 1_000_000_000;

/** What the members of a job are checked against. */
interface Context {
  readonly fields: Fields | undefined;
  readonly dataset: string | undefined;
  readonly service: ServiceSettings;
}

type Read = (sent: Reader, context: Context) => unknown;

/** The settings that may be null, which means unset (docs/internals/service.md 5.2). */
const NULLABLE = {
  name: readName,
  /** JSON as text. */
  filter: (sent, { fields }) => readFilter(sent, fields),
  frequency: (sent) => sent.oneOf(['high', 'low']),
  logpull_options: (sent, { fields }) => readLogpullOptions(sent, fields),
  /** As sent; `outputOf` fills in the defaults. */
  output_options: (sent, { fields, dataset, service }) => readOutputOptions(sent, fields, dataset, service),
  /** `checkTogether` checks its limits, which depend on the destination. */
  max_upload_bytes: readNumber,
  max_upload_interval_seconds: (sent) => readLimit(sent, 30, 300),
  max_upload_records: (sent) => readLimit(sent, 1_000, 1_000_000),
  filter_attack_traffic: readFilterAttackTraffic,
  transformer_id: readTransformer,
} as const satisfies Readonly<Record<string, Read>>;

type Nullable = typeof NULLABLE;

type NullableSettings = {
  readonly [K in keyof Nullable]: Exclude<ReturnType<Nullable[K]>, undefined> | null;
};

const NULLABLE_NAMES = Object.keys(NULLABLE) as readonly (keyof Nullable)[];

const UNSET = Object.fromEntries(NULLABLE_NAMES.map((name) => [name, null])) as Record<keyof Nullable, null>;

/** What a client may set at any time. */
export interface JobSettings extends NullableSettings {
  readonly destination_conf: string;
  readonly enabled: boolean;
}

/** A job as a client describes it. */
export interface JobDescription extends JobSettings {
  readonly dataset: string;
  /** `''` or `'edge'`. */
  readonly kind: string;
}

/** The members that describe a job. */
export const DESCRIPTION_MEMBERS = [
  'dataset',
  'kind',
  'destination_conf',
  'enabled',
  ...NULLABLE_NAMES,
] as const;

type DescriptionMember = (typeof DESCRIPTION_MEMBERS)[number];

const KINDS = ['', 'edge'] as const;

/** Reads a whole job and fills in the defaults. */
export function readDescription(
  reader: Reader,
  members: Members<DescriptionMember>,
  service: ServiceSettings,
): JobDescription | undefined {
  const dataset = readDataset(members);
  const kind = members.optional('kind')?.oneOf(KINDS) ?? '';
  members.required('destination_conf');
  // An unknown dataset is one problem; checking its fields would add many more.
  const { destination_conf, ...settings } = readSettings(reader, members, dataset, service);
  if (dataset === undefined || destination_conf === undefined) return undefined;
  const description = { enabled: false, ...UNSET, ...settings, destination_conf, dataset, kind };
  checkTogether(reader, description);
  return description;
}

function readDataset(members: Members<'dataset'>): Dataset | undefined {
  const sent = unlessNull(members.optional('dataset'));
  return sent === undefined ? DEFAULT_DATASET : sent.oneOf(DATASETS);
}

/** Refuses settings that are valid one by one, but not together. A change may have left them as they were. */
export function checkTogether(reader: Reader, settings: JobSettings): void {
  const { destination_conf: destination, max_upload_bytes: bytes, output_options: output } = settings;
  if (settings.transformer_id !== null && output?.['output_type'] === 'csv')
    reader.with('transformer_id', settings.transformer_id).refuse('it takes records in ndjson only');
  if (bytes !== null) readLimit(reader.with('max_upload_bytes', bytes), leastBytes(destination), MAX_BYTES);
}

/** Reads the settings that are present. */
export function readSettings(
  reader: Reader,
  members: Members<Exclude<DescriptionMember, 'dataset' | 'kind'>>,
  dataset: string | undefined,
  service: ServiceSettings,
): Partial<JobSettings> {
  const fields = dataset === undefined ? undefined : knownFields(dataset);
  const destination = members.optional('destination_conf');
  const nullable = NULLABLE_NAMES.map((name) => {
    const sent = members.optional(name);
    return [name, sent && orNull(sent, () => NULLABLE[name](sent, { fields, dataset, service }))] as const;
  });
  return present({
    destination_conf: destination && readDestination(reader, destination),
    enabled: members.optional('enabled')?.boolean(),
    ...(Object.fromEntries(nullable) as Partial<NullableSettings>),
    ...reader.future(),
  });
}

/** Reads a token that proves ownership (docs/internals/service.md 5.2); empty text and null mean none. */
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

/** The characters of a name (docs/internals/service.md 5.2). */
const NAMES = {
  specification: { form: /^[a-zA-Z0-9\-.]*$/, expected: 'letters, digits, "-" and "."' },
  today: { form: /^[a-zA-Z0-9\-._]*$/, expected: 'letters, digits, "-", "." and "_"' },
} as const satisfies Readonly<Record<Model, unknown>>;

function readName(reader: Reader, { service }: Context): string | undefined {
  const { form, expected } = NAMES[service.model];
  const name = reader.matching(form, expected);
  if (name === undefined || name.length <= MAX_NAME) return name;
  return reader.refuse(`it must have at most ${MAX_NAME} characters`);
}

/** The datasets that know attacks (docs/internals/service.md 5.2). */
const DATASETS_WITH_ATTACKS: readonly string[] = [REQUESTS_DATASET, 'firewall_events'];

function readFilterAttackTraffic(reader: Reader, { dataset }: Context): boolean | undefined {
  const filters = reader.boolean();
  if (filters !== true || dataset === undefined || DATASETS_WITH_ATTACKS.includes(dataset)) return filters;
  return reader.refuse(`only the datasets ${DATASETS_WITH_ATTACKS.join(', ')} know attacks, not ${dataset}`);
}

/** The number of a transformer (docs/internals/service.md 5.2), of which the emulator has none: any may be meant. */
function readTransformer(reader: Reader, { service }: Context): number | undefined {
  const id = reader.value;
  if (service.model === 'today' && typeof id === 'number' && Number.isInteger(id) && id > 0) return id;
  return reader.refuse('it must be the number of a transformer, which only the service of today has');
}

function readNumber(reader: Reader): number | undefined {
  const { value } = reader;
  return typeof value === 'number' ? value : reader.refuse('it must be a number');
}

/** The least `max_upload_bytes`, which some destinations lower. */
function leastBytes(destination: string): number {
  return destinationRules(destination)?.leastUploadBytes ?? 0;
}

/** A limit of a push (docs/internals/service.md 5.2). */
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
