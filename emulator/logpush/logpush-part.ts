import type { ServicePart } from '../service/part';
import { JOB_OPERATIONS, testDestination, jobAnswer } from './job-operations';
import { type LogpushDocument, STORED_LOGPUSH, jobsInOrder } from './logpush-state';
import { OWNERSHIP_OPERATIONS } from './ownership';
import type { ZoneCall } from '../service/operation';
import { type Dataset, DATASETS, knownFields } from './datasets';
import { unknownDataset } from './errors';
import { logpushOperation } from './logpush-operation';
import { parseDestination } from '../destinations/destination';
import { accepted } from '../service/refusal';
import { logpullOptions } from './output-options';
import { checkBody, readDestinationBody, readOriginBody } from './read-bodies';

/** A destination that is not valid is an answer, not an error (docs/internals/service.md 5.1). */
const validateDestination = logpushOperation(
  'logpush.validate.destination',
  'validating',
  'POST /logpush/validate/destination',
  (call) => {
    const { service, body, dryRun } = call;
    const { destination_conf: destination } = accepted(readDestinationBody(body));
    if (dryRun) return { result: null };
    const parsed = parseDestination(destination);
    if (!parsed.ok) return { result: { valid: false, message: parsed.reason } };
    const outcome = testDestination(service, destination);
    return {
      result: { valid: outcome.ok, message: outcome.ok ? '' : outcome.message },
    };
  },
);

/** Whether a job of the zone has this destination, by its whole text (docs/internals/service.md 5.1). */
const destinationExists = logpushOperation(
  'logpush.validate.destination.exists',
  'validating',
  'POST /logpush/validate/destination/exists',
  (call) => {
    const { zone, body, dryRun } = call;
    const { destination_conf: destination } = accepted(readDestinationBody(body));
    if (dryRun) return { result: null };
    const jobs = [...zone.logpush.jobs.values()];
    const exists = jobs.some((job) => job.destination_conf === destination);
    return { result: { exists } };
  },
);

/** Options that are not valid are an answer, not an error (docs/internals/service.md 5.1). */
const validateOrigin = logpushOperation(
  'logpush.validate.origin',
  'validating',
  'POST /logpush/validate/origin',
  (call) => {
    const { body, dryRun } = call;
    const { logpull_options, dataset } = accepted(readOriginBody(body));
    if (dryRun) return { result: null };
    const checked = checkBody({}, (reader) =>
      logpullOptions(knownFields(dataset))(reader.with('logpull_options', logpull_options ?? '')),
    );
    const message = checked.ok ? '' : checked.problems.map((problem) => problem.message).join('; ');
    return { result: { valid: checked.ok, message } };
  },
);

const DATASET_PATH = '/logpush/datasets/:dataset';

/** docs/internals/service.md 5.1. */
const listJobs = logpushOperation('logpush.datasets.jobs', 'reading', `GET ${DATASET_PATH}/jobs`, (call) => {
  const dataset = namedDataset(call);
  const jobs = jobsInOrder(call.zone.logpush).filter((job) => job.dataset === dataset);
  return { result: jobs.map((job) => jobAnswer(job, call.service.state.settings)) };
});

/** Returns an object of field names and descriptions, on either of two paths (docs/internals/service.md 5.1). */
const listFields = ['fields', 'fields/default'].map((path) =>
  logpushOperation('logpush.datasets.fields', 'reading', `GET ${DATASET_PATH}/${path}`, (call) => {
    const fields = [...(knownFields(namedDataset(call)) ?? [])];
    return { result: Object.fromEntries(fields.map(([name, { description }]) => [name, description])) };
  }),
);

/** The dataset that the path names. @throws Refusal */
function namedDataset({ parameters }: ZoneCall): Dataset {
  const sent = parameters['dataset'] ?? '';
  const dataset = DATASETS.find((known) => known === sent);
  if (dataset === undefined) throw unknownDataset(sent, DATASETS);
  return dataset;
}

/** Log push jobs, the ownership of their destinations, and the datasets (docs/internals/service.md 5). */
export const LOGPUSH: ServicePart = {
  operations: [
    ...JOB_OPERATIONS,
    listJobs,
    ...listFields,
    ...OWNERSHIP_OPERATIONS,
    validateDestination,
    destinationExists,
    validateOrigin,
  ],
  stored: [STORED_LOGPUSH],
};

/** The part of a seed about them. */
export interface SeedLogpush {
  /** Its log push jobs. @default - no jobs */
  readonly logpush?: LogpushDocument;
}
