import { ZONE_ID } from '../../seed';
import type { Arguments, Call, Earlier } from '../call';

/** A destination without a challenge, and one with. */
const RECEIVER = 'https://logs.example/in?header_Authorization=secret';
const BUCKET = 's3://logs/clients?region=eu-central-1';

const ZONE = { zone_id: ZONE_ID };
const DATASET = 'http_requests';
const job = (earlier: Earlier): Arguments => ({ ...ZONE, job_id: earlier.member('job', 'id') });
const listed = expect.arrayContaining([expect.objectContaining({ dataset: DATASET, name: 'clients' })]);

/** Every method of log push, in a life of one job. */
export const LOG_PUSH_CALLS: readonly Call[] = [
  {
    method: 'logpush.datasets.fields.get',
    with: { ...ZONE, dataset_id: DATASET },
    shows: { RayID: expect.any(String) },
  },
  {
    method: 'logpush.jobs.create',
    with: {
      ...ZONE,
      name: 'clients',
      dataset: DATASET,
      enabled: true,
      destination_conf: RECEIVER,
      output_options: { field_names: ['RayID'], timestamp_format: 'rfc3339' },
    },
    as: 'job',
    shows: { id: expect.any(Number), name: 'clients', dataset: DATASET, enabled: true },
  },
  { method: 'logpush.jobs.list', with: ZONE, shows: listed },
  { method: 'logpush.datasets.jobs.get', with: { ...ZONE, dataset_id: DATASET }, shows: listed },
  { method: 'logpush.jobs.get', with: job, shows: { name: 'clients', dataset: DATASET } },
  {
    method: 'logpush.jobs.update',
    with: (earlier) => ({ ...job(earlier), enabled: false, max_upload_interval_seconds: 60 }),
    shows: { enabled: false, max_upload_interval_seconds: 60 },
  },
  { method: 'logpush.jobs.delete', with: job },
  { method: 'logpush.jobs.get', title: 'deleted', with: job, refused: 404 },
  {
    method: 'logpush.ownership.create',
    with: { ...ZONE, destination_conf: BUCKET },
    shows: { valid: true, filename: expect.any(String) },
  },
  {
    method: 'logpush.ownership.validate',
    with: async (earlier) => ({
      ...ZONE,
      destination_conf: BUCKET,
      ownership_challenge: await earlier.delivered('s3://logs'),
    }),
    shows: { valid: true },
  },
  {
    method: 'logpush.validate.destination',
    with: { ...ZONE, destination_conf: RECEIVER },
    shows: { valid: true },
  },
  {
    method: 'logpush.validate.destinationExists',
    with: { ...ZONE, destination_conf: RECEIVER },
    shows: { exists: false },
  },
  {
    method: 'logpush.validate.origin',
    with: { ...ZONE, logpull_options: 'fields=RayID' },
    shows: { valid: true },
  },
];
