import { type Output, fieldList, LOGPULL_TIMESTAMPS, logpullEntries } from './output-options';
import type { JsonObject } from '../checks/json';
import { destinationRules } from '../destinations/destination';
import { DEFAULT_FIELDS } from './datasets';
import type { LogpushJob } from './logpush-state';

type TypeDefaults = Pick<Output, 'recordPrefix' | 'recordSuffix' | 'fieldDelimiter'>;

/** What each type of output writes around records and fields (docs/internals/service.md 5.4). */
const TYPE_DEFAULTS: Readonly<Record<Output['type'], TypeDefaults>> = {
  ndjson: { recordPrefix: '{', recordSuffix: '}\n', fieldDelimiter: ',' },
  csv: { recordPrefix: '', recordSuffix: '\n', fieldDelimiter: ',' },
};

/**
 * How the job writes its log entries. If both forms of options are set, `output_options` decides
 * (docs/internals/service.md 1.2).
 */
export function outputOf(job: LogpushJob): Output {
  const { logpull_options: logpull, output_options: options } = job;
  const plain = plainOutput(job);
  if (options !== null) return outputByOptions(options, plain);
  return logpull === null ? plain : outputByLogpull(logpull, plain);
}

/** The output of a job without options. */
function plainOutput({ destination_conf: destination }: LogpushJob): Output {
  return {
    fieldNames: DEFAULT_FIELDS,
    type: 'ndjson',
    timestampFormat: 'unixnano',
    sampleRate: 1,
    batchPrefix: '',
    batchSuffix: '',
    recordDelimiter: '',
    recordTemplate: '',
    guardsLookups: false,
    mergesSubrequests: false,
    stringifiesObjects: destinationRules(destination)?.takesObjectsAsText ?? false,
    ...TYPE_DEFAULTS.ndjson,
  };
}

function outputByLogpull(text: string, plain: Output): Output {
  const values = new Map(logpullEntries(text));
  const fields = values.get('fields');
  const timestamps = LOGPULL_TIMESTAMPS.find((format) => format === values.get('timestamps'));
  const sample = values.get('sample');
  return {
    ...plain,
    fieldNames: fields === undefined ? plain.fieldNames : fieldList(fields),
    timestampFormat: timestamps ?? plain.timestampFormat,
    sampleRate: sample === undefined ? plain.sampleRate : Number(sample),
    guardsLookups: values.get('CVE-2021-44228') === 'true',
  };
}

/** The members of `output_options` that make the format of a job its own. */
const FORMAT_MEMBERS = [
  'output_type',
  'batch_prefix',
  'batch_suffix',
  'record_prefix',
  'record_suffix',
  'record_delimiter',
  'record_template',
  'field_delimiter',
] as const;

/** Stored options are checked, so each member has its type. */
function outputByOptions(options: JsonObject, plain: Output): Output {
  const given = <T>(name: string, fallback: T): T => (options[name] as T | null | undefined) ?? fallback;
  const type = given('output_type', plain.type);
  const defaults = TYPE_DEFAULTS[type];
  const names = given('field_names', plain.fieldNames);
  const hasOwnFormat = FORMAT_MEMBERS.some((name) => given(name, '') !== '');
  const mergesSubrequests = given('merge_subrequests', false);
  return {
    fieldNames: withSubrequests(names.length === 0 ? plain.fieldNames : names, mergesSubrequests),
    type,
    timestampFormat: given('timestamp_format', plain.timestampFormat),
    sampleRate: given('sample_rate', plain.sampleRate),
    batchPrefix: given('batch_prefix', ''),
    batchSuffix: given('batch_suffix', ''),
    recordPrefix: given('record_prefix', defaults.recordPrefix),
    recordSuffix: given('record_suffix', defaults.recordSuffix),
    recordDelimiter: given('record_delimiter', ''),
    fieldDelimiter: given('field_delimiter', defaults.fieldDelimiter),
    recordTemplate: given('record_template', ''),
    guardsLookups: given('CVE-2021-44228', false),
    mergesSubrequests,
    stringifiesObjects: given('stringify_object', plain.stringifiesObjects && !hasOwnFormat),
  };
}

/** The field that holds merged subrequests (docs/internals/service.md 5.4). */
export const SUBREQUESTS_FIELD = 'Subrequests';

/** Merging adds the field, whether the job lists it or not. */
function withSubrequests(names: readonly string[], merges: boolean): readonly string[] {
  return merges && !names.includes(SUBREQUESTS_FIELD) ? [...names, SUBREQUESTS_FIELD] : names;
}
