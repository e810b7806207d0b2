import type { Answer, ScopedCall, ServiceOperation } from '../service/operation';
import { onEachScope } from '../service/operation';
import type { Dataset } from './datasets';
import { datasetsOf, knownFields } from './datasets';
import { unknownDataset } from './errors';
import { jobAnswer } from './job-answer';
import { logpushOperation } from './logpush-operation';
import { jobsInOrder } from './logpush-state';

const DATASET_PATH = '/logpush/datasets/:dataset';

/** docs/internals/service.md 5.1. */
const listJobs = logpushOperation({
  name: 'logpush.datasets.jobs',
  doing: 'reading',
  method: 'GET',
  path: `${DATASET_PATH}/jobs`,
  body: 'none',
  run: (call) => {
    const dataset = namedDataset(call);
    const jobs = jobsInOrder(call.scope.logpush).filter((job) => job.dataset === dataset);
    return { kind: 'result', result: jobs.map((job) => jobAnswer(job, call.service.state.settings)) };
  },
});

/** Returns an object of field names and descriptions, on either of two paths (docs/internals/service.md 5.1). */
const listFields = ['fields', 'fields/default'].map((path) =>
  logpushOperation({
    name: 'logpush.datasets.fields',
    doing: 'reading',
    method: 'GET',
    path: `${DATASET_PATH}/${path}`,
    body: 'none',
    run: describeFields,
  }),
);

export const DATASET_OPERATIONS: readonly ServiceOperation[] = onEachScope([listJobs, ...listFields]);

function describeFields(call: ScopedCall): Answer {
  const fields = [...(knownFields(namedDataset(call), call.scope.kind) ?? [])];
  return {
    kind: 'result',
    result: Object.fromEntries(fields.map(([name, field]) => [name, field.description])),
  };
}

/** The dataset that the path names. @throws Refusal */
function namedDataset({ scope, parameters }: ScopedCall): Dataset {
  const sent = parameters['dataset'] ?? '';
  const datasets = datasetsOf(scope.kind);
  const dataset = datasets.find((known) => known === sent);
  if (dataset === undefined) throw unknownDataset(sent, scope.kind, datasets);
  return dataset;
}
