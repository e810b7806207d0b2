import { unknownDataset } from '../errors/chosen-logpush';
import type { Refusal } from '../errors/refusal';
import type { Call } from '../http/operation';
import type { Dataset } from './datasets';
import { DATASETS, isDataset } from './datasets';

/** The dataset that the path names. */
export function datasetByName({
  parameters,
}: Call): { readonly dataset: Dataset } | { readonly refusal: Refusal } {
  const dataset = parameters['dataset'] ?? '';
  return isDataset(dataset) ? { dataset } : { refusal: unknownDataset(dataset, DATASETS) };
}
