import { destinationSecrets } from '../../../schema/logpush/destination-secrets';
import { isRecord } from '../../../schema/description/value';
import { parseLogpushJob, parseLogpushJobs, withFurther } from './logpush-job';
import type { LogpushJob, LogpushJobInput } from './logpush-job';
import { collect, nonEmpty, parseMembers, type Parsed } from '../answers/parsed';
import { createRedactor } from '../answers/redaction';
import type { CallOptions, Requester } from '../http/request';
import { resultReader, unlessMissing } from './result';
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
type KnownJob = Pick<LogpushJob, 'id' | 'further'>;

/** The log push operations of docs/internals/service.md 5.1. Each throws ServiceError. */
export function logpushOperations(requester: Requester) {
  const { call, remove } = resultReader(requester);
  return {
    listLogpushJobs: (zoneId: string, options?: CallOptions) =>
      call({ method: 'GET', path: logpush(zoneId, 'jobs'), ...options }, parseLogpushJobs),
    /** The job, or undefined when no job has this id. */
    getLogpushJob: (zoneId: string, jobId: number, options?: CallOptions) =>
      unlessMissing(() =>
        call({ method: 'GET', path: logpush(zoneId, 'jobs', String(jobId)), ...options }, parseLogpushJob, {
          id: jobId,
        }),
      ),
    /** Never sent again when it may have taken effect: then the error's `outcome` is `unknown`. */
    createLogpushJob: (zoneId: string, body: LogpushJobInput, options?: CallOptions) =>
      call(
        { method: 'POST', path: logpush(zoneId, 'jobs'), body, secrets: secretsIn(body), ...options },
        parseLogpushJob,
        // The one thing of a new job that the service keeps as it is sent.
        { dataset: body.dataset },
      ),
    /** A service that tries the destination out speaks of it also when the update does not: give its `secrets`. */
    updateLogpushJob: (zoneId: string, job: KnownJob, body: LogpushJobInput, options?: CallOptions) =>
      call(
        {
          method: 'PUT',
          path: logpush(zoneId, 'jobs', String(job.id)),
          body: withFurther(job.further, body),
          ...options,
          secrets: [...secretsIn(body), ...textsIn(job.further), ...(options?.secrets ?? [])],
        },
        parseLogpushJob,
        { id: job.id },
      ),
    /** Also succeeds when the job no longer exists. */
    async deleteLogpushJob(zoneId: string, jobId: number, options?: CallOptions) {
      await unlessMissing(() =>
        remove({ method: 'DELETE', path: logpush(zoneId, 'jobs', String(jobId)), ...options }, jobId),
      );
    },
    /** The names of the dataset's log fields; undefined when there is no such dataset. */
    logpushFields: (zoneId: string, dataset: string, options?: CallOptions) =>
      unlessMissing(() =>
        call(
          { method: 'GET', path: logpush(zoneId, 'datasets', dataset, 'fields'), ...options },
          parseFields,
        ),
      ),
    /** Has the service write a token to the destination (docs/internals/service.md 5.6). Its message holds nothing secret of the destination. */
    async requestOwnershipChallenge(zoneId: string, destination: string, options?: CallOptions) {
      const secrets = destinationSecrets(destination);
      const challenge = await call(
        {
          method: 'POST',
          path: logpush(zoneId, 'ownership'),
          body: { destination_conf: destination },
          secrets,
          // A second request writes a file again and changes nothing else: tokens of the first stay valid (docs/internals/service.md 5.6).
          idempotent: true,
          ...options,
        },
        parseChallenge,
      );
      return { ...challenge, message: createRedactor(secrets).text(challenge.message) };
    },
    /** Validates a part of a job. The service may write a file to a destination, as when the job is written. */
    async validateLogpush(zoneId: string, { of, body }: Validation, options?: CallOptions) {
      const secrets = secretsIn(body);
      const path = of === 'ownership' ? logpush(zoneId, of, 'validate') : logpush(zoneId, 'validate', of);
      const sent = { method: 'POST', path, body, secrets, changesNothing: true, ...options } as const;
      const validated = await call(sent, parseValidated);
      return { ...validated, message: createRedactor(secrets).text(validated.message) };
    },
  };
}

export type LogpushOperations = Readonly<ReturnType<typeof logpushOperations>>;

function logpush(zoneId: string, ...rest: readonly string[]): readonly string[] {
  return ['zones', zoneId, 'logpush', ...rest];
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

function parseValidated(value: unknown): Parsed<Validated> {
  const parsed = parseMembers('the result', value, { valid: 'boolean' });
  if ('fault' in parsed) return parsed;
  const { valid, message } = parsed.value;
  return typeof valid === 'boolean'
    ? { value: { valid, message: nonEmpty(message) ?? '' } }
    : { fault: `valid is ${describe(valid)}, not a boolean` };
}

function parseChallenge(value: unknown): Parsed<OwnershipChallenge> {
  const parsed = parseMembers('the result', value, { filename: 'text' });
  if ('fault' in parsed) return parsed;
  const { filename, valid, message } = parsed.value;
  return {
    value: { filename: nonEmpty(filename) ?? '', valid: valid !== false, message: nonEmpty(message) ?? '' },
  };
}
