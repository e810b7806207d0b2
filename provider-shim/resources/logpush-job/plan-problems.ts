import {
  isKnown,
  nearest,
  type ConfigAtPlan,
  type Explanation,
  type Problem,
  DESTINATION_SCHEMES,
  isUnknown,
  parseDestination,
  saysOptions,
  type PlannedState,
} from '../../../schema';
import type { FoundFields } from '../dataset-fields';
import type { Schema } from './settings';
import { destinationAttribute, writtenDestination } from './destination';

/** A log field that the configuration names, and its path. */
interface NamedField {
  readonly name: string;
  readonly path: readonly (string | number)[];
}

/** Checks the dataset and its log fields against those of the service. */
export function fieldProblems(
  dataset: string,
  named: readonly NamedField[],
  found: Extract<FoundFields, { readonly kind: 'fields' | 'no dataset' }>,
): readonly Problem[] {
  if (found.kind === 'no dataset') return [unknownDataset(dataset, found.said)];
  const known = new Set(found.names);
  return named
    .filter(({ name }) => !known.has(name))
    .map(({ name, path }) => unknownField(dataset, name, path, found.names));
}

/** Warns that the fields could not be looked up: a wrong one shows only at apply. */
export function notLookedUp(dataset: string, message: string, hint: string): Problem {
  return {
    code: 'log_fields_not_checked',
    path: ['dataset'],
    message: `The log fields of the dataset ${dataset} could not be looked up, so they are not checked.`,
    hint: `${message} ${hint}`,
  };
}

/** The log fields that a configuration names, as far as they are known. */
export function namedFields(
  config: Pick<Config, 'logpull_options' | 'output_options' | 'filter'>,
): readonly NamedField[] {
  const { logpull_options: options, output_options: output, filter } = config;
  const inOptions = isKnown(options) && isKnown(options.fields) ? options.fields.filter(isKnown) : [];
  const inOutput = isKnown(output) && isKnown(output.field_names) ? output.field_names : [];
  return [
    ...inOptions.map((name) => ({ name, path: ['logpull_options', 'fields'] })),
    ...inOutput.flatMap((name, index) =>
      isKnown(name) ? [{ name, path: ['output_options', 'field_names', index] }] : [],
    ),
    ...(isKnown(filter) ? filterKeys(filter).map((name) => ({ name, path: ['filter'] })) : []),
  ];
}

/** The keys that a filter compares. The members of an object field are not checked. */
function filterKeys(text: string): readonly string[] {
  const keys: string[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (name === 'key' && typeof value === 'string') keys.push(value.replace(/[.[].*$/, ''));
      return value;
    });
  } catch {
    return [];
  }
  return [...new Set(keys)];
}

function unknownDataset(dataset: string, said: string | undefined): Problem {
  return {
    code: 'dataset_unknown',
    path: ['dataset'],
    message: `The service has no dataset ${JSON.stringify(dataset)} for this zone.`,
    hint: said ? `It says: ${said}.` : 'Custom fields are logged with the dataset http_requests.',
  };
}

function unknownField(
  dataset: string,
  name: string,
  path: readonly (string | number)[],
  names: readonly string[],
): Problem {
  const near = nearest(name, names);
  return {
    code: 'log_field_unknown',
    path,
    message: `The dataset ${dataset} has no log field ${JSON.stringify(name)}.`,
    hint:
      near === undefined
        ? `Its fields: ${[...names].sort().join(', ')}.`
        : `Did you mean ${JSON.stringify(near)}? Names are case-sensitive.`,
  };
}

type Config = ConfigAtPlan<Schema>;

/**
 * Warns about an undocumented scheme: most likely a typing error, though the service may know it. Shows only the
 * scheme.
 */
export function schemeUnknown(config: Config): Problem | undefined {
  const written = writtenDestination(config);
  const scheme = isKnown(written) ? parseDestination(written)?.scheme : undefined;
  // The check of the form allows plain http only on loopback.
  if (scheme === undefined || scheme === 'http' || DESTINATION_SCHEMES.includes(scheme)) return undefined;
  const near = nearest(scheme, DESTINATION_SCHEMES);
  const known = `Known schemes: ${DESTINATION_SCHEMES.join(', ')}.`;
  return {
    code: 'destination_scheme_unknown',
    path: [destinationAttribute(config)],
    message: `The destination has the unknown scheme ${JSON.stringify(scheme)}; the service decides at apply.`,
    hint: near === undefined ? known : `Did you mean ${JSON.stringify(near)}? ${known}`,
  };
}

/** Warns about a job that does not say which fields are logged. */
export function noFieldsNamed(
  config: Config,
  { dataset }: Pick<PlannedState<Schema>, 'dataset'>,
): Explanation | undefined {
  const { logpull_options: options, output_options: output } = config;
  const isNamed =
    isUnknown(options) ||
    (options?.fields ?? null) !== null ||
    (isKnown(options?.other) && /(^|&)fields=/.test(options.other));
  if (output !== null || isNamed) return undefined;
  const of = isKnown(dataset) ? ` of the dataset ${String(dataset)}` : '';
  return {
    message: `The job names no log fields, so the service logs its default ones${of}.`,
    hint: 'Name them: logpull_options = { fields = ["RayID", "EdgeStartTimestamp"] }, or output_options.',
  };
}

/** Warns about a new job that delivers nothing, although the configuration does not say so. */
export function disabledByDefault({ enabled }: Config): Problem | undefined {
  if (enabled !== null) return undefined;
  return {
    code: 'disabled_by_default',
    path: ['enabled'],
    message: 'The job is created disabled, which is the default of the service, so it delivers nothing.',
    hint: 'Set enabled = true to deliver log entries, or enabled = false if that is intended.',
  };
}

/** Warns about options beside `output_options`, which only `ignore_changes` can cause. */
export function optionsPassedOver(config: Config): Problem | undefined {
  if (!saysOptions(config.logpull_options) || !isKnown(config.output_options)) return undefined;
  return {
    code: 'options_passed_over',
    path: ['logpull_options'],
    message: 'The job has logpull_options and output_options, so the service ignores logpull_options.',
    hint:
      'One of them stays only because ignore_changes lists it. To keep only the other, remove logpull_options and ' +
      'output_options from ignore_changes.',
  };
}
