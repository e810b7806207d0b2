import { ZONE_ID } from '../../seed';
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

/** This major asks below `logpush/edge`, without `/jobs`. */
const AT_ANOTHER_PATH = { 'cloudflare-4': 404 };

/** What only a zone has. */
export const INSTANT_LOGS: readonly Call[] = [
  {
    method: 'logpush.edge.create',
    with: { zone_id: ZONE_ID, fields: 'ClientIP,RayID', sample: 1 },
    shows: { destination_conf: expect.stringMatching(/^wss?:/) },
    refusedIn: AT_ANOTHER_PATH,
  },
  {
    method: 'logpush.edge.get',
    with: { zone_id: ZONE_ID },
    shows: [expect.objectContaining({ fields: 'ClientIP,RayID' })],
    refusedIn: AT_ANOTHER_PATH,
  },
];

const transformer = (earlier: Earlier): Arguments => ({
  account_id: earlier.member('zone', 'account', 'id'),
  transformer_id: earlier.member('transformer', 'id'),
});

/** What only an account has. */
export const TRANSFORMERS: readonly Call[] = [
  {
    method: 'logpush.transformers.create',
    with: (earlier) => ({
      account_id: earlier.member('zone', 'account', 'id'),
      name: 'clients',
      code: 'SELECT ClientIP FROM http_requests',
    }),
    as: 'transformer',
    shows: { name: 'clients' },
  },
  {
    method: 'logpush.transformers.list',
    with: (earlier) => ({ account_id: earlier.member('zone', 'account', 'id') }),
    shows: [expect.objectContaining({ name: 'clients' })],
  },
  { method: 'logpush.transformers.get', with: transformer, shows: { name: 'clients' } },
  {
    method: 'logpush.transformers.update',
    with: (earlier) => ({ ...transformer(earlier), name: 'renamed' }),
    shows: { name: 'renamed' },
  },
  {
    method: 'logpush.transformers.content.get',
    with: transformer,
    shows: { content: 'SELECT ClientIP FROM http_requests' },
  },
  {
    method: 'logpush.transformers.versions.list',
    with: transformer,
    shows: expect.arrayContaining([expect.objectContaining({ id: expect.anything() })]),
  },
  {
    method: 'logpush.transformers.preview',
    with: (earlier) => ({
      account_id: earlier.member('zone', 'account', 'id'),
      input: { ClientIP: '192.0.2.1', RayID: '0' },
      sql: 'SELECT ClientIP FROM http_requests',
    }),
  },
  { method: 'logpush.transformers.delete', with: transformer },
];
