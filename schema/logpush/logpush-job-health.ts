import { describe } from '../description/attribute';
import { between } from '../zone/values';
import { zoneToRead } from '../zone/zone-attributes';

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
