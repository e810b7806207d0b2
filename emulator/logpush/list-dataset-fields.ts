import type { Answer, Call, Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { datasetByName } from './dataset-by-name';
import { datasetFields } from './datasets';
import { logpushOperation } from './logpush-operation';

/** docs/service.md 5.1: an object of field names and descriptions, on either of two paths. */
export const listDatasetFields: readonly Operation[] = ['fields', 'fields/default'].map((path) =>
  logpushOperation({
    name: 'logpush.datasets.fields',
    doing: 'reading',
    method: 'GET',
    path: `/zones/:zone_id/logpush/datasets/:dataset/${path}`,
    body: 'none',
    run: describeFields,
  }),
);

function describeFields(call: Call): Answer {
  const found = datasetByName(call);
  if ('refusal' in found) return refuse(found.refusal);
  const fields = [...datasetFields(found.dataset)];
  return {
    kind: 'result',
    result: Object.fromEntries(fields.map(([name, field]) => [name, field.description])),
  };
}
