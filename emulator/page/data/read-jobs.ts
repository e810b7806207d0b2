import type { LogpushJob } from '../../logpush/logpush-job';
import { jobsInOrder } from '../../logpush/logpush-state';
import { outputOf } from '../../logpush/output-of';
import type { Zone } from '../../service/zone';
import { shownDestination, withoutSecrets } from './shown-destination';

/** A log push job without its secrets. */
export interface JobView {
  readonly id: number;
  readonly name: string | null;
  readonly dataset: string;
  readonly enabled: boolean;
  readonly destination: string;
  readonly health: JobHealth;
  /** Names of the fields in each log entry. */
  readonly fields: readonly string[];
  /** Records that wait for the next push. */
  readonly waiting: number;
}

/** How the last push went. Times are ISO 8601. */
export type JobHealth =
  | { readonly kind: 'nothing pushed' }
  | { readonly kind: 'healthy'; readonly at: string }
  | { readonly kind: 'failing'; readonly at: string; readonly message: string };

export function readJobs(zone: Zone): readonly JobView[] {
  const { pending } = zone.logpush;
  return jobsInOrder(zone.logpush).map((job) => ({
    id: job.id,
    name: job.name,
    dataset: job.dataset,
    enabled: job.enabled,
    destination: shownDestination(job.destination_conf),
    health: healthOf(job),
    fields: outputOf(job).fieldNames,
    waiting: pending.get(job.id)?.length ?? 0,
  }));
}

function healthOf({ last_complete, last_error, error_message }: LogpushJob): JobHealth {
  if (last_error !== null)
    return { kind: 'failing', at: last_error, message: withoutSecrets(error_message ?? '') };
  if (last_complete !== null) return { kind: 'healthy', at: last_complete };
  return { kind: 'nothing pushed' };
}
