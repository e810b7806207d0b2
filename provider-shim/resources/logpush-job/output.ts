import {
  OUTPUT_SETTINGS,
  type logpushJobSchema,
  type OutputSetting,
  type OutputType,
  type StateOf,
} from '../../../schema';
import type { LogpushJob, LogpushJobInput } from '../../api';

/** `output_options` of a job, with every default written out. */
export type Output = NonNullable<StateOf<typeof logpushJobSchema>['output_options']>;

type Wire = NonNullable<LogpushJob['output_options']>;

const ROWS = Object.entries<OutputSetting>(OUTPUT_SETTINGS) as readonly (readonly [
  keyof Output,
  OutputSetting,
])[];

/**
 * Reads the service's `output_options`. A member that is null has the service's default, or remains the empty string
 * that it was before if the output type is the same.
 *
 * @param like the configured or stored form of the same job, if known
 */
export function outputOf(wire: Wire, like: Output | null | undefined): Output {
  const type = valueOf(OUTPUT_SETTINGS.output_type, wire['output_type'], null, '') as string;
  const before = like?.output_type === type ? like : undefined;
  return Object.fromEntries(
    ROWS.map(([name, row]) => [name, valueOf(row, wire[row.wireName ?? name], before?.[name], type)]),
  ) as Output;
}

/**
 * The service's form, always sent as a whole: what a PUT omits falls back to its default (docs/internals/service.md 5.4). So
 * defaults are omitted, and a dataset is not sent members that it does not support.
 */
export function outputWire(output: Output): NonNullable<LogpushJobInput['output_options']> {
  const said = ROWS.filter(([name, row]) => {
    const value = output[name] ?? null;
    return row.alwaysSent ?? (value !== null && value !== defaultOf(row, output.output_type));
  });
  return Object.fromEntries(said.map(([name, { wireName = name }]) => [wireName, output[name]]));
}

/** The service's default for a member; an unknown type counts as ndjson. */
function defaultOf({ default: otherwise = null, defaultByType }: OutputSetting, type: string): unknown {
  return defaultByType ? (defaultByType[type as OutputType] ?? defaultByType.ndjson) : otherwise;
}

function valueOf(row: OutputSetting, answered: unknown, before: unknown, type: string): unknown {
  if (answered === '' ? !row.emptyIsUnset : (answered ?? null) !== null) return answered;
  // Only a list has no default.
  return before === '' ? '' : (defaultOf(row, type) ?? []);
}
