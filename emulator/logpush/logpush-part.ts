import type { UploadOutcome } from '../destinations/destinations';
import { destinationRules, parseDestination } from '../destinations/destination';
import { couldNotRoute } from '../service/published';
import { accepted } from '../service/refusal';
import type { ZoneCall } from '../service/operation';
import { type Service, timeOfWrite } from '../service/service';
import { type ServiceSettings, MODEL } from '../service/settings';
import { destinationRefused, jobNotFound, tooManyJobs, unknownDataset } from './errors';
import { logpushOperation } from './logpush-operation';
import {
  type LogpushJob,
  type LogpushDocument,
  jobsInOrder,
  nextJobId,
  STORED_LOGPUSH,
} from './logpush-state';
import { checkOwnership, OWNERSHIP_OPERATIONS } from './ownership';
import { readJobChange, readNewJob, checkBody, readDestinationBody, readOriginBody } from './read-job';
import type { JsonObject } from '../checks/json';
import type { ServicePart } from '../service/part';
import { type Dataset, DATASETS, knownFields } from './datasets';
import { logpullOptions } from './output-options';

/** Returns all jobs, without paging (docs/internals/service.md 5.1). */
const list = logpushOperation('logpush.jobs.list', 'reading', 'GET /logpush/jobs', ({ service, zone }) => ({
  result: jobsInOrder(zone.logpush).map((job) => jobAnswer(job, service.state.settings)),
}));

/** docs/internals/service.md 5.1. */
const create = logpushOperation('logpush.jobs.create', 'creating', 'POST /logpush/jobs', (call) => {
  const { service, zone, body, dryRun } = call;
  const { description, challenge } = accepted(readNewJob(body, service.state.settings));
  checkRoom(call);
  checkOwnership(call, description.destination_conf, challenge);
  checkDestination(service, description.destination_conf);
  if (dryRun) return { result: null };
  const time_created = timeOfWrite(service);
  const job: LogpushJob = {
    id: nextJobId(zone.logpush),
    ...description,
    time_created,
    last_complete: null,
    last_error: null,
    error_message: null,
  };
  zone.logpush.jobs.set(job.id, job);
  return { result: jobAnswer(job, service.state.settings) };
});

/** docs/internals/service.md 5.1. */
const get = logpushOperation('logpush.jobs.get', 'reading', 'GET /logpush/jobs/:job', (call) => ({
  result: jobAnswer(namedJob(call), call.service.state.settings),
}));

/** The sent members replace the stored ones; the rest stays (docs/internals/service.md 5.2). */
const update = logpushOperation('logpush.jobs.update', 'updating', 'PUT /logpush/jobs/:job', (call) => {
  const { service, zone, body, dryRun } = call;
  const stored = namedJob(call);
  const { settings, challenge } = accepted(readJobChange(body, stored, service.state.settings));
  const { destination_conf: destination = stored.destination_conf } = settings;
  if (destination !== stored.destination_conf) checkOwnership(call, destination, challenge);
  checkDestination(service, destination);
  if (dryRun) return { result: null };
  timeOfWrite(service);
  const job: LogpushJob = { ...stored, ...settings };
  zone.logpush.jobs.set(job.id, job);
  return { result: jobAnswer(job, service.state.settings) };
});

/** Returns only the id (docs/internals/service.md 5.1). Its log goes with it. */
const remove = logpushOperation('logpush.jobs.delete', 'deleting', 'DELETE /logpush/jobs/:job', (call) => {
  const { id } = namedJob(call);
  if (call.dryRun) return { result: null };
  const { jobs, lines } = call.zone.logpush;
  timeOfWrite(call.service);
  jobs.delete(id);
  lines.delete(id);
  return { result: { id } };
});

/** A positive whole number (docs/internals/service.md 5.2). */
const JOB_ID = /^[1-9]\d{0,14}$/;

/** The job that the path names. A malformed id is an unknown route. @throws Refusal */
function namedJob({ zone, parameters }: ZoneCall): LogpushJob {
  const sent = parameters['job'] ?? '';
  if (!JOB_ID.test(sent)) throw couldNotRoute(`/zones/${zone.id}/logpush/jobs/${sent}`);
  const job = zone.logpush.jobs.get(Number(sent));
  if (job === undefined) throw jobNotFound(Number(sent));
  return job;
}

/** Refuses a job more than the zone may have (docs/internals/service.md 5.2). */
function checkRoom({ service, zone }: ZoneCall): void {
  const { settings } = service.state;
  const most = settings.logpushJobs;
  if (most > 0 && zone.logpush.jobs.size >= most) throw tooManyJobs();
}

/**
 * The file with which the service tests whether a destination accepts files, and its content
 * (docs/internals/service.md 5.2).
 */
const TEST_FILE = 'test.txt.gz';
const TEST_CONTENT = JSON.stringify({ content: 'test', filename: 'test.txt' });

/** Uploads the test file. */
function testDestination(service: Service, destination: string): UploadOutcome {
  const isEmpty = destinationRules(destination)?.test === 'empty file';
  return service.destinations.upload({
    destination,
    name: TEST_FILE,
    text: isEmpty ? '' : TEST_CONTENT,
  });
}

/**
 * Refuses a job whose destination is tested at each save and does not accept the test file
 * (docs/internals/service.md 5.2).
 */
function checkDestination(service: Service, destination: string): void {
  const isTested = (destinationRules(destination)?.test ?? 'none') !== 'none';
  if (!isTested && MODEL[service.state.settings.model].testedDestinations !== 'all') return;
  const outcome = testDestination(service, destination);
  if (!outcome.ok) throw destinationRefused(outcome.message);
}

/** Members that answers never have while they are not set: the specification does not know them. */
const NEVER_NULL = ['filter_attack_traffic', 'transformer_id'] as const;

/** Members that the recorded answers of the service lack while they are not set (docs/internals/service.md 5.2). */
const LEFT_OUT = [
  'name',
  'filter',
  'logpull_options',
  'output_options',
  'max_upload_bytes',
  'max_upload_interval_seconds',
  'max_upload_records',
  ...NEVER_NULL,
] as const;

/** The frequency of a job that names none (docs/internals/service.md 5.2). */
const DEFAULT_FREQUENCY = 'high';

/** A job as answers show it. */
function jobAnswer(job: LogpushJob, { model }: ServiceSettings): JsonObject {
  switch (model) {
    case 'specification': {
      const { time_created: _created, ...shown } = job;
      return without(shown, (name, value) => isOneOf(NEVER_NULL, name) && value === null);
    }
    case 'today': {
      const shown = { ...job, frequency: job.frequency ?? DEFAULT_FREQUENCY };
      return without(shown, (name, value) => isOneOf(LEFT_OUT, name) && isUnset(value));
    }
  }
}

/** Clients send `''` and 0 for what they do not set. */
function isUnset(value: unknown): boolean {
  return value === null || value === '' || value === 0;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function without(job: object, leavesOut: (name: string, value: unknown) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(job).filter(([name, value]) => !leavesOut(name, value)));
}

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

/**
 * Returns an object of field names and descriptions, on either of two paths (docs/internals/service.md 5.1). The emulator's
 * descriptions are the names: nobody reads them.
 */
const listFields = ['fields', 'fields/default'].map((path) =>
  logpushOperation('logpush.datasets.fields', 'reading', `GET ${DATASET_PATH}/${path}`, (call) => {
    const names = [...(knownFields(namedDataset(call))?.keys() ?? [])];
    return { result: Object.fromEntries(names.map((name) => [name, name])) };
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
    ...[list, create, get, update, remove],
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
