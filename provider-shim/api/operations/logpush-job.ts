import { destinationSecrets } from '../../../schema/logpush/destination-secrets';
import { SENT_SETTINGS, type AnsweredSettings, type JobSetting } from '../../../schema/logpush/job-settings';
import { OUTPUT_SETTINGS, type OutputSetting } from '../../../schema/logpush/output-settings';
import { isRecord, isSet, type JsonObject } from '../../../schema/description/value';
import { splitLogOptions } from '../../../schema/logpush/log-options';
import { MAX_DESTINATION, MAX_MESSAGE } from '../answers/size-limits';
import {
  collect,
  distinct,
  parseMembers,
  roundedNumber,
  withDefault,
  type MemberKind,
  type Parsed,
} from '../answers/parsed';
import { createRedactor } from '../answers/redaction';
import { describe } from '../answers/seen';

/** A job as it is sent (docs/internals/service.md 5.2). What is absent stays as it is, what is null is unset. */
export interface LogpushJobInput extends SentSettings {
  readonly dataset?: string;
  readonly destination_conf?: string;
  readonly ownership_challenge?: string;
}

type SentSettings = { readonly [K in keyof AnsweredSettings]?: AnsweredSettings[K] | null };

/** A job as the service returns it; what it has not set has its default here, and text without one is "". */
export interface LogpushJob extends AnsweredSettings, Readonly<Record<(typeof HEALTH)[number], string>> {
  readonly id: number;
  readonly destination_conf: string;
  readonly further: FurtherSettings;
}

/** What a job has that this client does not know. A write that replaces what has it sends it back. */
export interface FurtherSettings {
  /** Members of `output_options`. */
  readonly output: JsonObject;
  /** Options of `logpull_options`, as `key=value`. The job's own text is without them. */
  readonly options: readonly string[];
  /** All that is set, by name, such as `output_options.stringify_object`. A value may be secret. */
  readonly names: readonly string[];
}

/**
 * How the job does: times as ISO 8601, "" before the first push and while all is well, and the error in the words of the
 * service, without what of the destination is secret.
 */
const HEALTH = ['last_complete', 'last_error', 'error_message'] as const;

const KINDS = { string: 'hidden text', bool: 'boolean', int: 'whole number', number: 'number' } as const;

const OUTPUT_MEMBERS: Readonly<Record<string, MemberKind>> = Object.fromEntries(
  Object.entries<OutputSetting>(OUTPUT_SETTINGS).map(([name, { wireName = name, type }]) => [
    wireName,
    KINDS[type as keyof typeof KINDS] ?? 'texts',
  ]),
);

const MEMBERS: Readonly<Record<string, MemberKind>> = Object.fromEntries([
  ...SENT_SETTINGS.map(([name, row]) => [name, row.nested ? 'object' : KINDS[row.type]] as const),
  ...HEALTH.map((name) => [name, 'hidden text'] as const),
]);

/** Members of a job's answer that say nothing of how it is set, or are never answered. */
const REPORTED: readonly string[] = ['id', 'destination_conf', 'ownership_challenge', 'time_created'];

function furtherIn(job: JsonObject): FurtherSettings & { readonly known: string } {
  const without = (value: unknown, known: object): JsonObject =>
    Object.fromEntries(
      Object.entries((value ?? {}) as JsonObject).filter(([name]) => !Object.hasOwn(known, name)),
    );
  const output = without(job['output_options'], OUTPUT_MEMBERS);
  const { known, further: options } = splitLogOptions(String(job['logpull_options'] ?? ''));
  const names = (of: JsonObject, at: string): readonly string[] =>
    Object.keys(of).flatMap((name) => (isSet(of[name]) ? [`${at}${name}`] : []));
  // Beside output_options the service ignores the others.
  const inForce = isRecord(job['output_options']) ? [] : options;
  return {
    known,
    output,
    options,
    names: [
      ...names(without(job, MEMBERS), '').filter((name) => !REPORTED.includes(name)),
      ...inForce.map((option) => `logpull_options.${option.split('=')[0]}`),
      ...names(output, 'output_options.'),
    ].sort(),
  };
}

/** The update of a job with what its parts that are replaced as a whole have besides (docs/internals/service.md 5.2). */
export function withFurther(
  { further }: Pick<LogpushJob, 'further'>,
  body: LogpushJobInput,
): LogpushJobInput {
  const { output_options: output, logpull_options: text } = body;
  const options = [text, ...further.options].filter(Boolean).join('&');
  return {
    ...body,
    ...(output && { output_options: { ...further.output, ...output } }),
    ...(text !== undefined && !output && options !== '' && { logpull_options: options }),
  };
}

/** Reads a job. No fault shows a value that may hold a secret. */
export function parseLogpushJob(value: unknown): Parsed<LogpushJob> {
  if (!isRecord(value)) return { fault: `a job is ${describe(value)}, not an object` };
  const { id, destination_conf: destination } = value;
  if (!Number.isSafeInteger(id) || Number(id) < 1)
    return { fault: `id is ${describe(id)}, not a positive whole number below 2^53` };
  if (typeof destination !== 'string' || destination === '')
    return { fault: `destination_conf is a ${typeof destination}, not a text` };
  if (destination.length > MAX_DESTINATION)
    return {
      fault: `destination_conf has ${destination.length} characters; at most ${MAX_DESTINATION} are read`,
    };
  const parsed = parseMembers('a job', value, MEMBERS);
  if ('fault' in parsed) return parsed;
  const output = parseMembers('output_options', value['output_options'] ?? {}, OUTPUT_MEMBERS);
  if ('fault' in output) return output;
  const { known, ...further } = furtherIn(value);
  const rounded = roundedNumber(further.output);
  if (rounded !== undefined) return { fault: `output_options: ${rounded}` };
  return {
    value: {
      ...(Object.fromEntries(
        SENT_SETTINGS.map(([name, row]) => [name, answeredValue(row, value[name])]),
      ) as unknown as AnsweredSettings),
      logpull_options: known,
      further,
      ...withDefault(value, HEALTH, ''),
      id: Number(id),
      destination_conf: destination,
      error_message: withoutSecrets(String(value['error_message'] ?? ''), destination),
    },
  };
}

/** The service's default in place of null; of empty text, too, which an old job may have there. */
function answeredValue({ default: otherwise, type }: JobSetting, value: unknown): unknown {
  return (value === '' ? null : (value ?? null)) ?? otherwise ?? (type === 'string' ? '' : null);
}

function withoutSecrets(text: string, destination: string): string {
  if (text === '') return '';
  // A secret of the destination is no longer than that, so what is shown of a long text holds none that is cut in two.
  const beginning = text.slice(0, MAX_MESSAGE + MAX_DESTINATION);
  const shown = createRedactor(destinationSecrets(destination)).text(beginning);
  return beginning === text ? shown : `${shown.slice(0, MAX_MESSAGE)}… (${text.length} characters)`;
}

/** Reads a list of jobs; a null result counts as an empty list. */
export function parseLogpushJobs(value: unknown): Parsed<readonly LogpushJob[]> {
  const items = value ?? [];
  if (!Array.isArray(items)) return { fault: `the result is ${describe(items)}, not an array` };
  const jobs = collect(items, parseLogpushJob, 'result');
  return 'fault' in jobs ? jobs : distinct(jobs.value, 'result');
}
