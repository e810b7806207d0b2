import type { JsonObject } from '../checks/json';
import type { ServiceSettings } from '../service/settings';
import type { LogpushJob } from './logpush-state';

/** A member that answers never have while it is not set: the specification does not know it. */
const NEVER_NULL = 'filter_attack_traffic';

/** Members that the recorded answers of the service lack while they are not set (docs/internals/service.md 5.2). */
const LEFT_OUT = [
  'name',
  'filter',
  'logpull_options',
  'output_options',
  'max_upload_bytes',
  'max_upload_interval_seconds',
  'max_upload_records',
  NEVER_NULL,
] as const;

/** The frequency of a job that names none (docs/internals/service.md 5.2). */
const DEFAULT_FREQUENCY = 'high';

/** A job as answers show it. */
export function jobAnswer(job: LogpushJob, { model }: ServiceSettings): JsonObject {
  switch (model) {
    case 'specification': {
      const { time_created: _created, ...shown } = job;
      return without(shown, (name, value) => name === NEVER_NULL && value === null);
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
