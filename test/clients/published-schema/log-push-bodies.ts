import { ZONE_ID } from '../seed';
import { deletion, idAs, type BodyOperation, type Preparation } from './body-operation';
import type { Hints } from './generate';

const DESTINATIONS = [
  'https://logs.example/in?header_Authorization=secret',
  'r2://logs/clients?account-id=a&access-key-id=k&secret-access-key=s',
  'splunk://splunk.example:8088/in?channel=c&header_Authorization=x',
  'datadog://intake.example/in?header_DD-API-KEY=k',
];

const ZONE = { zone_id: ZONE_ID };

function filterOn(field: string): string {
  return JSON.stringify({ where: { key: field, operator: 'contains', value: 'example' } });
}

/** What the schema leaves open about a job that pushes these fields. */
function samplesOfJob(fields: readonly string[]): Hints['samples'] {
  const [first = ''] = fields;
  return {
    destination_conf: DESTINATIONS,
    filter: [filterOn(first), null],
    logpull_options: [`fields=${first}&timestamps=rfc3339`, null],
    max_upload_bytes: [0, 5_000_000, null],
    max_upload_interval_seconds: [0, 30, null],
    max_upload_records: [0, 1000, null],
    name: ['clients.one', null],
    field_names: [fields],
    field_delimiter: [','],
    record_template: [`{"id":{{.${first}}}}`],
    sample_rate: [0.5],
  };
}

const JOB: Hints & Pick<BodyOperation, 'neverIn'> = {
  samples: {
    ...samplesOfJob(['RayID', 'ClientIP']),
    dataset: ['http_requests', 'firewall_events', 'dns_logs', 'spectrum_events', 'nel_reports'],
  },
  neverIn: { specification: /^\/filter_attack_traffic$/ },
  // Nothing proves the ownership of a destination that needs no proof.
  never: /^\/(?:account_id|zone_id|ownership_challenge)$/,
};

const PREPARED_JOB: Preparation = {
  method: 'logpush.jobs.create',
  with: { ...ZONE, destination_conf: DESTINATIONS[0] },
  gives: idAs('job_id'),
  undo: [deletion('logpush.jobs.delete', 'job_id')],
};

const BUCKET = 's3://logs/generated?region=eu-central-1';

/** Jobs, and the checks of their parts. */
export const LOG_PUSH_OPERATIONS: readonly BodyOperation[] = [
  {
    ...JOB,
    method: 'logpush.jobs.create',
    given: ZONE,
    undo: [deletion('logpush.jobs.delete', 'job_id')],
  },
  {
    ...JOB,
    method: 'logpush.jobs.update',
    // The kind of a job cannot change (docs/internals/service.md 5.2).
    samples: { ...JOB.samples, kind: [''] },
    given: ZONE,
    prepare: PREPARED_JOB,
  },
  ...['destination', 'destinationExists', 'origin'].map((method) => ({
    ...JOB,
    method: `logpush.validate.${method}`,
    given: ZONE,
  })),
  {
    method: 'logpush.ownership.create',
    given: ZONE,
    samples: { destination_conf: [BUCKET, 'gs://logs/generated'] },
    never: /^\/account_id$/,
  },
  {
    // The answer is 200 also if the token is not the one at the destination (docs/internals/service.md 5.1).
    method: 'logpush.ownership.validate',
    given: ZONE,
    samples: { destination_conf: [BUCKET] },
    never: /^\/account_id$/,
  },
];
