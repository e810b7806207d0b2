import {
  LOG_TIMESTAMPS,
  nearest,
  sampleRate,
  type LogOptions,
  type Problem,
  isRecord,
  type JsonObject,
} from '../../schema';

type FurtherOptions = Omit<LogOptions, 'fields'>;

export type ReadOptions =
  | { readonly ok: true; readonly options: FurtherOptions }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const NAMES = ['timestamps', 'sample', 'defuse_lookups'] as const;

const FORM = 'Give an object such as { timestamps = "rfc3339", sample = 0.5, defuse_lookups = true }.';

/** Reads the object of options, a value of any type from the framework. A null member counts as missing. */
export function readFurtherOptions(argument: unknown): ReadOptions {
  if (argument === undefined) return { ok: true, options: {} };
  const members = membersOf(argument);
  if (members === undefined)
    return {
      ok: false,
      problems: [problem('log_options_malformed', 'The options are not an object.', FORM)],
    };
  const problems = [
    ...Object.keys(members).flatMap(unknownName),
    ...wrongTimestamps(members['timestamps']),
    ...wrongSample(members['sample']),
    ...wrongSwitch(members['defuse_lookups']),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, options: optionsOf(members) };
}

function optionsOf({ timestamps, sample, defuse_lookups: defuse }: JsonObject): FurtherOptions {
  const word = LOG_TIMESTAMPS.find((known) => known === timestamps);
  return {
    ...(word !== undefined && { timestamps: word }),
    ...(isSet(sample) && { sample: numberOf(sample) }),
    ...(isSet(defuse) && { defuse: String(defuse) === 'true' }),
  };
}

function unknownName(name: string): readonly Problem[] {
  if ((NAMES as readonly string[]).includes(name)) return [];
  const meant = name === 'fields' ? undefined : nearest(name, NAMES);
  return [
    problem(
      'log_option_unknown',
      `${JSON.stringify(name)} is not an option.`,
      `${meant === undefined ? '' : `Did you mean ${JSON.stringify(meant)}? `}Allowed: ${NAMES.join(', ')}; the fields ` +
        'are the first argument.',
    ),
  ];
}

function wrongTimestamps(value: unknown): readonly Problem[] {
  if (!isSet(value) || (LOG_TIMESTAMPS as readonly unknown[]).includes(value)) return [];
  return [
    problem('log_option_word', `timestamps is ${seen(value)}.`, `Allowed: ${LOG_TIMESTAMPS.join(', ')}.`),
  ];
}

function wrongSample(value: unknown): readonly Problem[] {
  if (!isSet(value)) return [];
  return sampleRate(numberOf(value)).map(({ hint }) =>
    problem('log_option_out_of_range', `sample is ${seen(value)}.`, hint),
  );
}

function wrongSwitch(value: unknown): readonly Problem[] {
  if (!isSet(value) || ['true', 'false'].includes(String(value))) return [];
  return [problem('log_option_word', `defuse_lookups is ${seen(value)}.`, 'Allowed: true, false.')];
}

/** As the engine converts: a text that is a number is one. Anything else is not a number. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = textOf(value) ?? value;
  return typeof text === 'string' && /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Of a number that JavaScript cannot hold exactly. */
function textOf(value: unknown): string | undefined {
  const { text } = (value ?? {}) as { readonly text?: unknown };
  return typeof text === 'string' ? text : undefined;
}

/** A value of any type comes together with its type; a null, without. */
function membersOf(argument: unknown): JsonObject | undefined {
  const { value } = (argument ?? {}) as { readonly value?: unknown };
  return isRecord(value) ? value : undefined;
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function seen(value: unknown): string {
  return textOf(value) ?? (typeof value === 'object' ? 'not a single value' : JSON.stringify(value));
}

function problem(code: string, message: string, hint: string): Problem {
  return { code, path: [], message, hint };
}
