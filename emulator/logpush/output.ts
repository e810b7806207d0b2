import type { JsonObject } from '../checks/json';
import { defaultFields } from './datasets';
import { fieldList, LOGPULL_TIMESTAMPS, logpullEntries } from './logpull-options';
import type { LogpushJob } from './logpush-state';

/**
 * How a job writes its log entries: the meaning of `output_options` or `logpull_options` (docs/service.md 5.3,
 * 5.4).
 */
export interface Output {
  readonly fieldNames: readonly string[];
  readonly type: 'ndjson' | 'csv';
  readonly timestampFormat: 'unixnano' | 'unix' | 'rfc3339' | 'rfc3339ms' | 'rfc3339ns';
  /** From 0, which logs nothing, to 1, which logs everything. */
  readonly sampleRate: number;
  readonly batchPrefix: string;
  readonly batchSuffix: string;
  readonly recordPrefix: string;
  readonly recordSuffix: string;
  readonly recordDelimiter: string;
  readonly fieldDelimiter: string;
  /** A template for the whole record; empty if there is none. */
  readonly recordTemplate: string;
  /** Replaces `${` in log lines with `x{`, so that no reader of logs expands it. */
  readonly guardsLookups: boolean;
}

type TypeDefaults = Pick<Output, 'recordPrefix' | 'recordSuffix' | 'fieldDelimiter'>;

/** What each type of output writes around records and fields (docs/service.md 5.4). */
const TYPE_DEFAULTS: Readonly<Record<Output['type'], TypeDefaults>> = {
  ndjson: { recordPrefix: '{', recordSuffix: '}\n', fieldDelimiter: ',' },
  csv: { recordPrefix: '', recordSuffix: '\n', fieldDelimiter: ',' },
};

/**
 * How the job writes its log entries. If both forms of options are set, `output_options` decides
 * (docs/service.md 1.2).
 */
export function outputOf(job: LogpushJob): Output {
  const { dataset, logpull_options: logpull, output_options: options } = job;
  const plain = plainOutput(dataset);
  if (options !== null) return outputByOptions(options, plain);
  return logpull === null ? plain : outputByLogpull(logpull, plain);
}

/** The output of a job without options. */
function plainOutput(dataset: string): Output {
  return {
    fieldNames: defaultFields(dataset),
    type: 'ndjson',
    timestampFormat: 'unixnano',
    sampleRate: 1,
    batchPrefix: '',
    batchSuffix: '',
    recordDelimiter: '',
    recordTemplate: '',
    guardsLookups: false,
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

/** Stored options are checked, so each member has its type. */
function outputByOptions(options: JsonObject, plain: Output): Output {
  const given = <T>(name: string, fallback: T): T => (options[name] as T | null | undefined) ?? fallback;
  const type = given('output_type', plain.type);
  const defaults = TYPE_DEFAULTS[type];
  const names = given('field_names', plain.fieldNames);
  return {
    fieldNames: names.length === 0 ? plain.fieldNames : names,
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
  };
}
