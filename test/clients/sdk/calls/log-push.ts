import type { Arguments, Call, Earlier } from '../call';

/** A destination without a challenge, and one with. */
const RECEIVER = 'https://logs.example/in?header_Authorization=secret';
const BUCKET = 's3://logs/clients?region=eu-central-1';

/** Where the jobs are, and what they push. */
interface LogPushScope {
  /** Distinguishes the results of these calls from those of other scopes. */
  readonly label: string;
  /** `zone_id` or `account_id`. */
  readonly scope: (earlier: Earlier) => Arguments;
  readonly dataset: string;
  readonly field: string;
}

/** Every method of log push that a zone and an account both have, in a life of one job. */
export function logPushCalls({ label, scope, dataset, field }: LogPushScope): readonly Call[] {
  const created = `${label} job`;
  const title = `of the ${label}`;
  const job = (earlier: Earlier): Arguments => ({
    ...scope(earlier),
    job_id: earlier.member(created, 'id'),
  });
  const withScope = (given: Arguments) => (earlier: Earlier) => ({ ...scope(earlier), ...given });
  const listed = expect.arrayContaining([expect.objectContaining({ dataset, name: 'clients' })]);
  return [
    {
      method: 'logpush.datasets.fields.get',
      title,
      with: withScope({ dataset_id: dataset }),
      shows: { [field]: expect.any(String) },
    },
    {
      method: 'logpush.jobs.create',
      title,
      with: withScope({
        name: 'clients',
        dataset,
        enabled: true,
        destination_conf: RECEIVER,
        output_options: { field_names: [field], timestamp_format: 'rfc3339' },
      }),
      as: created,
      shows: { id: expect.any(Number), name: 'clients', dataset, enabled: true },
    },
    { method: 'logpush.jobs.list', title, with: scope, shows: listed },
    { method: 'logpush.datasets.jobs.get', title, with: withScope({ dataset_id: dataset }), shows: listed },
    { method: 'logpush.jobs.get', title, with: job, shows: { name: 'clients', dataset } },
    {
      method: 'logpush.jobs.update',
      title,
      with: (earlier) => ({ ...job(earlier), enabled: false, max_upload_interval_seconds: 60 }),
      shows: { enabled: false, max_upload_interval_seconds: 60 },
    },
    { method: 'logpush.jobs.delete', title, with: job },
    { method: 'logpush.jobs.get', title: `${title}, deleted`, with: job, refused: 404 },
    {
      method: 'logpush.ownership.create',
      title,
      with: withScope({ destination_conf: BUCKET }),
      shows: { valid: true, filename: expect.any(String) },
    },
    {
      method: 'logpush.ownership.validate',
      title,
      with: async (earlier) => ({
        ...scope(earlier),
        destination_conf: BUCKET,
        ownership_challenge: await earlier.delivered('s3://logs'),
      }),
      shows: { valid: true },
    },
    {
      method: 'logpush.validate.destination',
      title,
      with: withScope({ destination_conf: RECEIVER }),
      shows: { valid: true },
    },
    {
      method: 'logpush.validate.destinationExists',
      title,
      with: withScope({ destination_conf: RECEIVER }),
      shows: { exists: false },
    },
    {
      method: 'logpush.validate.origin',
      title,
      with: withScope({ logpull_options: `fields=${field}` }),
      shows: { valid: true },
    },
  ];
}
