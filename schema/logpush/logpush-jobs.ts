import { describe, type MemberAttributes } from '../description/attribute';
import { between, computed, computedObjects, zoneToRead } from '../zone/values';

/** How the deliveries of a job go. */
const DELIVERIES = {
  last_complete: computed(
    'string',
    'When a delivery last succeeded, ISO 8601 in UTC. Null before the first one.',
  ),
  last_error: computed(
    'string',
    'When a delivery last failed, ISO 8601 in UTC. Null while deliveries succeed.',
  ),
  error_message: computed(
    'string',
    'Why it failed, in the words of the service, without secrets of the destination. Empty while deliveries succeed, so that it can be used in a template.',
  ),
} as const satisfies MemberAttributes;

/** What identifies a job, tells people which one it is, and how it does. */
const JOB = {
  job_id: computed('int', 'Its number at the service.'),
  import_id: computed('string', 'The id of an import block that adopts it: `<zone id>/<job id>`.'),
  name: computed('string', 'Its name, `""` when it has none.'),
  dataset: computed('string', 'What it logs.'),
  kind: computed('string', '`""` or `edge`.'),
  enabled: computed('bool', 'Whether log entries are delivered.'),
  destination: computed(
    'string',
    'The part of the destination that holds no secret: the scheme, the host and, for object stores, the path.',
  ),
  ...DELIVERIES,
} as const satisfies MemberAttributes;

/** The log push jobs of a zone (docs/internals/service.md 5.2). */
export const logpushJobsSchema = describe({
  type: 'zone_logpush_jobs',
  version: 0,
  description:
    'The log push jobs of a zone, whoever created them, read by every plan: to find jobs that no configuration declares, and deliveries that fail.',
  attributes: {
    ...zoneToRead,
    jobs: computedObjects('list', 'All jobs of the zone, by number.', JOB),
  },
});

/** The job that is asked about. */
export const jobToRead = {
  type: 'int',
  required: true,
  description: "The job's number at the service: `job_id` of a `zone_logpush_job`.",
  checks: [between(1, Number.MAX_SAFE_INTEGER)],
} as const;

/** The health of a log push job's deliveries (docs/internals/service.md 5.2). */
export const logpushJobHealthSchema = describe({
  type: 'zone_logpush_job_health',
  version: 0,
  description:
    'The health of the deliveries of a log push job, read by every plan: for `check` blocks, conditions and gates.',
  attributes: {
    ...zoneToRead,
    job_id: jobToRead,
    enabled: computed('bool', 'Whether log entries are delivered.'),
    healthy: computed(
      'bool',
      'Whether no delivery has failed since the last successful one. Also true before the first delivery: ' +
        '`last_complete` shows whether there was one.',
    ),
    ...DELIVERIES,
  },
});
