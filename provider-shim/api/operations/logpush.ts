import { destinationSecrets } from '../../../schema/logpush/destination-secrets';
import { isRecord } from '../../../schema/description/value';
import { parseLogpushJob, parseLogpushJobs, withFurther } from './logpush-job';
import type { LogpushJob, LogpushJobInput } from './logpush-job';
import { andThen, collect, nonEmpty, shape, type Parsed, type Parser } from '../answers/parsed';
import { createRedactor } from '../answers/redaction';
import { deletion, get, ifThere, type Operation, type OperationsOf } from './operation';
import { describe } from '../answers/seen';

/** The answer to a request for a challenge (docs/internals/service.md 5.6). */
export interface OwnershipChallenge {
  /** The file at the destination that holds the token. */
  readonly filename: string;
  readonly valid: boolean;
  readonly message: string;
}

/** What the service validates of a job, before there is one (docs/internals/service.md 5.1). */
export type Validation =
  | { readonly of: 'destination'; readonly body: { readonly destination_conf: string } }
  | { readonly of: 'origin'; readonly body: { readonly logpull_options: string; readonly dataset: string } }
  | {
      readonly of: 'ownership';
      readonly body: { readonly destination_conf: string; readonly ownership_challenge: string };
    };

/** The answer to a validation. */
export interface Validated {
  readonly valid: boolean;
  /** Why it is not. Without secrets. */
  readonly message: string;
}

/** A job as it was read right before its update: what is not known of it stays. */
type KnownJob = Pick<LogpushJob, 'id' | 'further' | 'output_options'>;

/** The log push operations of docs/internals/service.md 5.1. */
export const LOGPUSH_OPERATIONS = {
  listLogpushJobs: (zoneId: string) => get(logpush(zoneId, 'jobs'), parseLogpushJobs),
  /** The job, or undefined when no job has this id. */
  getLogpushJob: (zoneId: string, jobId: number) =>
    ifThere(get(logpush(zoneId, 'jobs', String(jobId)), parseLogpushJob, { id: jobId })),
  /** Never sent again when it may have taken effect: then the error's `outcome` is `unknown`. */
  createLogpushJob: (zoneId: string, body: LogpushJobInput): Operation<LogpushJob> => ({
    method: 'POST',
    path: logpush(zoneId, 'jobs'),
    body,
    secrets: secretsIn(body),
    parse: parseLogpushJob,
    // The one thing of a new job that the service keeps as it is sent.
    identity: { dataset: body.dataset },
  }),
  /** A service that tries the destination out speaks of it also when the update does not: give its `secrets`. */
  updateLogpushJob: (zoneId: string, job: KnownJob, body: LogpushJobInput): Operation<LogpushJob> => ({
    method: 'PUT',
    path: logpush(zoneId, 'jobs', String(job.id)),
    body: withFurther(job, body),
    secrets: [...secretsIn(body), ...textsIn(job.further)],
    parse: parseLogpushJob,
    identity: { id: job.id },
  }),
  /** Also succeeds when the job no longer exists. */
  deleteLogpushJob: (zoneId: string, jobId: number) =>
    deletion(logpush(zoneId, 'jobs', String(jobId)), jobId),
  /** The names of the dataset's log fields; undefined when there is no such dataset. */
  logpushFields: (zoneId: string, dataset: string) =>
    ifThere(get(logpush(zoneId, 'datasets', dataset, 'fields'), parseFields)),
  /** Has the service write a token to the destination (docs/internals/service.md 5.6). Its message holds nothing secret of the destination. */
  requestOwnershipChallenge: (zoneId: string, destination_conf: string): Operation<OwnershipChallenge> => ({
    method: 'POST',
    path: logpush(zoneId, 'ownership'),
    // A second request writes a file again and changes nothing else: tokens of the first stay valid (docs/internals/service.md 5.6).
    idempotent: true,
    ...hiding({ destination_conf }, parseChallenge),
  }),
  /** Validates a part of a job. The service may write a file to a destination, as when the job is written. */
  validateLogpush: (zoneId: string, { of, body }: Validation): Operation<Validated> => ({
    method: 'POST',
    path: of === 'ownership' ? logpush(zoneId, of, 'validate') : logpush(zoneId, 'validate', of),
    changesNothing: true,
    ...hiding(body, parseValidated),
  }),
};

export type LogpushOperations = OperationsOf<typeof LOGPUSH_OPERATIONS>;

function logpush(zoneId: string, ...rest: readonly string[]): readonly string[] {
  return ['zones', zoneId, 'logpush', ...rest];
}

/** A body, and what is read of the answer, whose texts may repeat secrets of the body. */
function hiding<T extends object>(body: LogpushJobInput, parse: Parser<T>) {
  const secrets = secretsIn(body);
  const hidden: Parser<T> = (result) =>
    andThen(parse(result), (read) => ({ value: createRedactor(secrets).value(read) as T }));
  return { body, secrets, parse: hidden };
}

function secretsIn({ destination_conf, ownership_challenge }: LogpushJobInput): readonly string[] {
  const challenge = ownership_challenge ?? '';
  return [...destinationSecrets(destination_conf ?? ''), ...(challenge === '' ? [] : [challenge])];
}

/** Texts that may be secrets: nobody knows what they are. Shorter ones are words such as "true". */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return [value, value.slice(value.indexOf('=') + 1)].filter((text) => text.length >= 8);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function parseFields(value: unknown): Parsed<readonly string[]> {
  if (!isRecord(value)) return { fault: `the result is ${describe(value)}, not an object` };
  return collect(Object.keys(value), (name) => ({ value: name as string }), 'the list of fields');
}

const parseValidated = shape(
  'the result',
  { valid: 'boolean' },
  ({ valid }, { message }): Parsed<Validated> =>
    valid === undefined
      ? { fault: `valid is ${describe(valid)}, not a boolean` }
      : { value: { valid, message: nonEmpty(message) ?? '' } },
);

const parseChallenge = shape(
  'the result',
  { filename: 'text', valid: 'boolean' },
  ({ filename, valid = false }, { message }) => ({
    value: { filename, valid, message: nonEmpty(message) ?? '' },
  }),
);
