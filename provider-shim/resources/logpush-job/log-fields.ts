import { isKnown, type ConfigAtPlan, type PathStep, type Problem } from '../../../schema';
import { hasNoRoute, ServiceError, type ZoneClient } from '../../api';
import { PROBLEM } from './problems';
import type { Schema } from './settings';

/** The names of a dataset's log fields, or why they are unknown. */
export type FoundFields =
  | { readonly kind: 'fields'; readonly names: readonly string[] }
  /** The dataset does not exist. `said` is the service's message, which lists the datasets, with its status and code. */
  | { readonly kind: 'no dataset'; readonly said: string | undefined }
  | { readonly kind: 'refused'; readonly error: ServiceError };

/** Looks up the log fields of a dataset. @throws ServiceError when the service cannot be reached, or has no such zone */
export async function findFields(
  api: ZoneClient,
  zoneId: string,
  dataset: string,
  signal: AbortSignal,
): Promise<FoundFields> {
  try {
    const names = await api.logpushFields(zoneId, dataset, { signal });
    return names ? { kind: 'fields', names } : { kind: 'no dataset', said: undefined };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'authorization') return { kind: 'refused', error };
    if (error.kind !== 'invalid' || hasNoRoute(error)) throw error;
    return { kind: 'no dataset', said: error.said };
  }
}

/** A log field that the configuration names, and its path. */
interface NamedField {
  readonly name: string;
  readonly path: readonly PathStep[];
}

/** Checks the dataset and its log fields against those of the service. */
export function fieldProblems(
  dataset: string,
  named: readonly NamedField[],
  found: Exclude<FoundFields, { readonly kind: 'refused' }>,
): readonly Problem[] {
  if (found.kind === 'no dataset') return [PROBLEM.dataset_unknown(dataset, found.said)];
  const { names } = found;
  const isThere = new Set(names);
  return named
    .filter(({ name }) => !isThere.has(name))
    .map((field) => PROBLEM.log_field_unknown(dataset, field, names));
}

/** The log fields that a configuration names, as far as they are known. */
export function namedFields(
  config: Pick<ConfigAtPlan<Schema>, 'logpull_options' | 'output_options' | 'filter'>,
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
