import { describe, type MemberAttributes } from '../description/attribute';
import { zoneToRead, between } from '../zone/values';

/** What identifies a job, and tells people which one it is. */
const JOB = {
  job_id: { type: 'int', computed: true, description: 'Its number at the service.' },
  import_id: {
    type: 'string',
    computed: true,
    description: 'The id of an import block that adopts it: `<zone id>/<job id>`.',
  },
  name: { type: 'string', computed: true, description: 'Its name, `""` when it has none.' },
  dataset: { type: 'string', computed: true, description: 'What it logs.' },
  kind: { type: 'string', computed: true, description: '`""` or `edge`.' },
  enabled: { type: 'bool', computed: true, description: 'Whether log entries are delivered.' },
  destination: {
    type: 'string',
    computed: true,
    description:
      'The part of the destination that holds no secret: the scheme, the host and, for object stores, the path.',
  },
} as const satisfies MemberAttributes;

/** The log push jobs of a zone (docs/internals/service.md 5.2). */
export const logpushJobsSchema = describe({
  type: 'zone_logpush_jobs',
  version: 0,
  description:
    'The log push jobs of a zone, whoever created them, read by every plan: to find jobs that no configuration declares.',
  attributes: {
    ...zoneToRead,
    jobs: {
      nested: 'list',
      computed: true,
      description: 'All jobs of the zone, by number.',
      attributes: JOB,
    },
  },
});

/** The health of a log push job's deliveries (docs/internals/service.md 5.2). */
export const logpushJobHealthSchema = describe({
  type: 'zone_logpush_job_health',
  version: 0,
  description:
    'The health of the deliveries of a log push job, read by every plan: for `check` blocks, conditions and gates.',
  attributes: {
    ...zoneToRead,
    job_id: {
      type: 'int',
      required: true,
      description: "The job's number at the service: `job_id` of a `zone_logpush_job`.",
      checks: [between(1, Number.MAX_SAFE_INTEGER)],
    },
    enabled: { type: 'bool', computed: true, description: 'Whether log entries are delivered.' },
    healthy: {
      type: 'bool',
      computed: true,
      description:
        'Whether no delivery has failed since the last successful one. Also true before the first delivery: ' +
        '`last_complete` shows whether there was one.',
    },
    last_complete: {
      type: 'string',
      computed: true,
      description: 'When a delivery last succeeded, ISO 8601 in UTC. Null before the first one.',
    },
    last_error: {
      type: 'string',
      computed: true,
      description: 'When a delivery last failed, ISO 8601 in UTC. Null while deliveries succeed.',
    },
    error_message: {
      type: 'string',
      computed: true,
      description:
        'Why it failed, in the words of the service, without secrets of the destination. Empty while deliveries succeed, so that it can be used in a template.',
    },
  },
});
