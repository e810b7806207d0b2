import type { LogpushJob } from '../../../../provider-shim/api';
import { parseLogpushJob } from '../../../../provider-shim/api/operations/logpush-job';
import {
  outputOf,
  type Output,
  settingsOf,
  type Settings,
} from '../../../../provider-shim/resources/logpush-job/settings';

/** A job of which nothing is set but what has to be. */
export const JOB: LogpushJob = jobOf({ id: 1, destination_conf: 'https://logs.example.com/' });

/** The settings of that job. */
export const SETTINGS: Settings = settingsOf(JOB);

/** Output options without any field, and every default. */
export const OUTPUT: Output = outputOf({}, undefined);

/** A job as the service answers it. */
export function jobOf(answer: object): LogpushJob {
  const parsed = parseLogpushJob(answer);
  if ('fault' in parsed) throw new Error(parsed.fault);
  return parsed.value;
}
