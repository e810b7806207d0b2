import { isKnown, nearest, type ConfigAtPlan, type Problem } from '../../../schema';
import type { FoundFields } from '../dataset-fields';
import type { Schema } from './settings';

type Config = ConfigAtPlan<Schema>;

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
