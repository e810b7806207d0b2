import { describe } from './attribute';
import { between, zoneId } from './checks/values';

/** How the deliveries of a log push job go (docs/service.md 5.2). */
export const logpushJobHealthSchema = describe({
  type: 'zone_logpush_job_health',
  version: 0,
  description:
    'How the deliveries of a log push job go, read anew by every plan: for `check` blocks, conditions and gates.',
  attributes: {
    zone_id: {
      type: 'string',
      required: true,
      description: 'The zone, 32 hexadecimal digits.',
      checks: [zoneId],
    },
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
        'Whether no delivery failed since the last one that went well. True as well before the first delivery: ' +
        '`last_complete` tells whether there was one.',
    },
    last_complete: {
      type: 'string',
      computed: true,
      description: 'When a delivery last went well, ISO 8601 in UTC. Null before the first one.',
    },
    last_error: {
      type: 'string',
      computed: true,
      description: 'When a delivery last failed, ISO 8601 in UTC. Null while all is well.',
    },
    error_message: {
      type: 'string',
      computed: true,
      description:
        'Why it failed, in the words of the service, without what of the destination is secret. Empty while all is well, so that it can stand in a text.',
    },
  },
});
