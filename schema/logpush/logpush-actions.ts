import { describe } from '../description/attribute';
import { duration } from '../migration/migration-checks';
import { defaulted, zoneToRead } from '../zone/values';
import { destinationForm } from './destination';
import { jobToRead } from './logpush-jobs';

const timeout = {
  ...defaulted('string', '10m', 'How long it waits for the service, such as `90s` or `1h30m`.'),
  checks: [duration],
} as const;

/** Asks whether a destination accepts log entries (docs/internals/service.md 5.1). */
export const logpushDestinationCheckSchema = describe({
  type: 'zone_logpush_destination_check',
  version: 0,
  description:
    'Asks the service whether a destination accepts log entries, and fails with its words if not: before a job is ' +
    'created or switched over.',
  attributes: {
    ...zoneToRead,
    destination_conf: {
      type: 'string',
      required: true,
      writeOnly: true,
      sensitive: true,
      description:
        'The destination, as a `zone_logpush_job` has it. A plan stores it, unless the value is ephemeral.',
      checks: [destinationForm],
    },
    timeout,
  },
});

/** Waits for the next delivery of a job (docs/internals/service.md 5.2). */
export const logpushDeliverySchema = describe({
  type: 'zone_logpush_delivery',
  version: 0,
  description:
    'Waits until a log push job has delivered once from now on, and fails with the reason if the delivery fails: after ' +
    'a job is created or changed.',
  attributes: { ...zoneToRead, job_id: jobToRead, timeout },
});
