import type { Answer, Call, Operation } from '../service/operation';
import type { Dataset } from './datasets';
import { datasetFields, DATASETS, isDataset } from './datasets';
import { unknownDataset } from './errors';
import { jobAnswer } from './job-answer';
import { logpushOperation } from './logpush-operation';
import { jobsInOrder } from './logpush-state';

const DATASET_PATH = '/zones/:zone_id/logpush/datasets/:dataset';

/** docs/service.md 5.1. */
const listJobs = logpushOperation({
  name: 'logpush.datasets.jobs',
  doing: 'reading',
  method: 'GET',
  path: `${DATASET_PATH}/jobs`,
  body: 'none',
  run: (call) => {
    const dataset = namedDataset(call);
    const jobs = jobsInOrder(call.zone.logpush).filter((job) => job.dataset === dataset);
    return { kind: 'result', result: jobs.map((job) => jobAnswer(job, call.service.state.settings)) };
  },
});

/** Returns an object of field names and descriptions, on either of two paths (docs/service.md 5.1). */
const listFields: readonly Operation[] = ['fields', 'fields/default'].map((path) =>
  logpushOperation({
    name: 'logpush.datasets.fields',
    doing: 'reading',
    method: 'GET',
    path: `${DATASET_PATH}/${path}`,
    body: 'none',
    run: describeFields,
  }),
);

export const DATASET_OPERATIONS: readonly Operation[] = [listJobs, ...listFields];

function describeFields(call: Call): Answer {
  const fields = [...datasetFields(namedDataset(call))];
  return {
    kind: 'result',
    result: Object.fromEntries(fields.map(([name, field]) => [name, field.description])),
  };
}

/** The dataset that the path names. @throws Refusal */
function namedDataset({ parameters }: Call): Dataset {
  const dataset = parameters['dataset'] ?? '';
  if (isDataset(dataset)) return dataset;
  throw unknownDataset(dataset, DATASETS);
}
