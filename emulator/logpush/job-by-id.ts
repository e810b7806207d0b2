import { jobNotFound } from '../errors/chosen-logpush';
import { couldNotRoute } from '../errors/published';
import type { Refusal } from '../errors/refusal';
import type { Call } from '../http/operation';
import type { LogpushJob } from './logpush-job';

/** docs/service.md 5.1: a positive whole number. */
const JOB_ID = /^[1-9]\d{0,14}$/;

/** The job that the path names. What is no id leads nowhere. */
export function jobById({
  zone,
  parameters,
}: Call): { readonly job: LogpushJob } | { readonly refusal: Refusal } {
  const sent = parameters['job_id'] ?? '';
  if (!JOB_ID.test(sent)) return { refusal: couldNotRoute(`/zones/${zone.id}/logpush/jobs/${sent}`) };
  const job = zone.logpush.jobs.get(Number(sent));
  return job === undefined ? { refusal: jobNotFound(Number(sent)) } : { job };
}
