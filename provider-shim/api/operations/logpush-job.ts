import { destinationSecrets } from '../../../schema/logpush/destination-secrets';
import { SETTING_ROWS, type AnsweredSettings, type JobSetting } from '../../../schema/logpush/job-settings';
import { OUTPUT_SETTINGS, outputDefault, type OutputSetting } from '../../../schema/logpush/output-settings';
import { isRecord, namesSet, without, type JsonObject } from '../../../schema/description/value';
import { MAX_DESTINATION, MAX_MESSAGE } from '../answers/size-limits';
import { andThen, list, parseMembers, roundedNumber, type MemberKind, type Parsed } from '../answers/parsed';
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
export interface LogpushJob extends AnsweredSettings, Readonly<Record<Health, string>> {
  readonly id: number;
  readonly destination_conf: string;
  /** The members of `output_options` that this client does not know, to be sent back. Values may be secret. */
  readonly further: JsonObject;
  /** The names of that, and of other members that are not known, such as `output_options.x_new`. */
  readonly kept: readonly string[];
}

/**
 * How the job does: times as ISO 8601, "" before the first push and while all is well, and the error in the words of the
 * service, without what of the destination is secret.
 */
const HEALTH = ['last_complete', 'last_error', 'error_message'] as const;
type Health = (typeof HEALTH)[number];

const KINDS = { string: 'hidden text', bool: 'boolean', int: 'whole number', number: 'number' } as const;

const OUTPUT_ROWS: Readonly<Record<string, OutputSetting>> = Object.fromEntries(
  Object.entries<OutputSetting>(OUTPUT_SETTINGS).map(([name, row]) => [row.wireName ?? name, row]),
);

const OUTPUT_MEMBERS: Readonly<Record<string, MemberKind>> = Object.fromEntries(
  Object.entries(OUTPUT_ROWS).map(([name, { type }]) => [name, KINDS[type as keyof typeof KINDS] ?? 'texts']),
);

const MEMBERS: Readonly<Record<string, MemberKind>> = Object.fromEntries([
  ...SETTING_ROWS.map(([name, row]) => [name, kindOf(row)] as const),
  ...HEALTH.map((name) => [name, 'hidden text'] as const),
]);

function kindOf({ nested, write, type = 'string' }: JobSetting): MemberKind {
  return nested && !write ? 'object' : KINDS[type];
}

/** All members of a job's answer that are known. */
const KNOWN = [...Object.keys(MEMBERS), 'id', 'destination_conf', 'ownership_challenge', 'time_created'];

/**
 * An update with what the job has of what it replaces as a whole (docs/internals/service.md 5.2): what this client does not
 * know, and defaults, which stay written out, or left out, as they are.
 */
export function withFurther(
  { further, output_options: before }: Pick<LogpushJob, 'further' | 'output_options'>,
  body: LogpushJobInput,
): LogpushJobInput {
  const { output_options: output } = body;
  if (!output || !before) return body;
  const isUsual = ([name, value]: readonly [string, unknown]): boolean =>
    value !== null &&
    name in OUTPUT_ROWS &&
    value === outputDefault(OUTPUT_ROWS[name] as OutputSetting, output['output_type']);
  const written = Object.entries(before).filter((one) => isUsual(one) && !(one[0] in output));
  const changed = Object.entries(output).filter((one) => one[0] in before || !isUsual(one));
  const all = { ...further, ...Object.fromEntries([...written, ...changed]) };
  return { ...body, output_options: Object.keys(all).length > 0 ? all : output };
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
  const parsed = andThen(parseMembers('a job', value, MEMBERS), ({ output_options: output }) =>
    parseMembers('output_options', output ?? {}, OUTPUT_MEMBERS),
  );
  if ('fault' in parsed) return parsed;
  const further = without(parsed.value, Object.keys(OUTPUT_MEMBERS));
  const rounded = roundedNumber(further);
  if (rounded !== undefined) return { fault: `output_options: ${rounded.fault}` };
  return {
    value: {
      ...(Object.fromEntries(
        SETTING_ROWS.map(([name, row]) => [name, answeredValue(row, value[name])]),
      ) as unknown as AnsweredSettings),
      further,
      kept: [
        ...namesSet(without(value, KNOWN)),
        ...namesSet(further).map((name) => `output_options.${name}`),
      ].sort(),
      ...(Object.fromEntries(HEALTH.map((name) => [name, value[name] ?? ''])) as Record<Health, string>),
      id: Number(id),
      destination_conf: destination,
      error_message: withoutSecrets(String(value['error_message'] ?? ''), destination),
    },
  };
}

/** The service's default in place of null; of empty text and 0, too, which mean the same to the service. */
function answeredValue({ default: otherwise, type, write }: JobSetting, value: unknown): unknown {
  const isSaid = value !== '' && value !== 0;
  return (isSaid ? (value ?? null) : null) ?? otherwise ?? (type === 'string' || write ? '' : null);
}

function withoutSecrets(text: string, destination: string): string {
  if (text === '') return '';
  // A secret of the destination is no longer than that, so what is shown of a long text holds none that is cut in two.
  const beginning = text.slice(0, MAX_MESSAGE + MAX_DESTINATION);
  const shown = createRedactor(destinationSecrets(destination)).text(beginning);
  return beginning === text ? shown : `${shown.slice(0, MAX_MESSAGE)}… (${text.length} characters)`;
}

export const parseLogpushJobs = list(parseLogpushJob);
