import { DEFAULT_ZONE_ID, type RunningEmulator } from '../../emulator';
import type { StateSet } from './state-set';

const KEYS = 'access-key-id=AKIArecorded&secret-access-key=recorded';
const r2 = (path: string): string => `r2://logs/${path}?account-id=a1b2&${KEYS}`;

/** Jobs in every form that the resource has, made and imported. */
export const LOGPUSH_JOBS: StateSet = {
  name: 'logpush-jobs',
  seed: {
    zones: [
      {
        id: DEFAULT_ZONE_ID,
        name: 'example.com',
        logpush: {
          jobs: [
            theirs('imported', 101),
            theirs('imported-secretly', 102),
            { ...theirs('imported-output', 103), output_options: { field_names: ['RayID'] } },
          ],
        },
      },
    ],
  },
  blocks: async (emulator) => ({
    resource: {
      zone_logpush_job: named({
        least: { destination_conf: r2('least') },
        'write-only': { destination_conf_wo: r2('write-only'), destination_conf_wo_version: 3 },
        challenged: {
          destination_conf: 's3://logs/challenged?region=us-east-1',
          ownership_challenge: await token(emulator, 's3://logs/challenged?region=us-east-1'),
        },
        'challenged-secretly': {
          destination_conf: 'gs://logs/secretly',
          ownership_challenge_wo: await token(emulator, 'gs://logs/secretly'),
        },
        options: {
          destination_conf: r2('options'),
          enabled: true,
          options: { fields: ['RayID', 'Cookies', 'RequestHeaders'], timestamps: 'rfc3339', sample: 0.1 },
        },
        'options-least': { destination_conf: r2('options-least'), options: { fields: ['RayID'] } },
        'logpull-options': {
          destination_conf: r2('logpull-options'),
          logpull_options: 'timestamps=unix&fields=RayID%2CClientIP&sample=0.25&CVE-2021-44228=true',
        },
        'output-options': {
          destination_conf: r2('output-options'),
          output_options: {
            field_names: ['Cookies', 'RayID'],
            output_type: 'csv',
            timestamp_format: 'rfc3339ns',
            sample_rate: 0.001,
            batch_prefix: '[',
            batch_suffix: ']',
            record_prefix: '<',
            record_suffix: '>',
            record_delimiter: ';',
            field_delimiter: '\t',
            defuse_lookups: true,
            merge_subrequests: true,
          },
        },
        'output-options-least': {
          destination_conf: r2('output-options-least'),
          output_options: { field_names: ['RayID'] },
        },
        filter: {
          destination_conf: r2('filter'),
          filter: JSON.stringify(
            { where: { and: [{ key: 'ClientRequestHost', operator: 'eq', value: 'a "b" é' }] } },
            null,
            1,
          ),
        },
        limits: {
          destination_conf: r2('limits'),
          frequency: 'low',
          max_upload_bytes: 5_000_000,
          max_upload_interval_seconds: 30,
          max_upload_records: 1000,
        },
        edge: { destination_conf: r2('edge'), kind: 'edge' },
        dns: { destination_conf: r2('dns'), dataset: 'dns_logs', logpull_options: 'fields=QueryName' },
        imported: { destination_conf: r2('imported') },
        'imported-secretly': {
          destination_conf_wo: r2('imported-secretly'),
          destination_conf_wo_version: 2,
        },
        'imported-output': {
          destination_conf: r2('imported-output'),
          output_options: { field_names: ['RayID'] },
        },
      }),
    },
    data: {
      zone_logpush_job_health: {
        options: { zone_id: DEFAULT_ZONE_ID, job_id: '${zone_logpush_job.options.job_id}' },
      },
    },
  }),
  imports: () => ({
    'zone_logpush_job.imported': `${DEFAULT_ZONE_ID}/101`,
    'zone_logpush_job.imported-secretly': `${DEFAULT_ZONE_ID}/102/2`,
    'zone_logpush_job.imported-output': `${DEFAULT_ZONE_ID}/103`,
  }),
};

function theirs(
  name: string,
  id: number,
): { readonly id: number; readonly name: string; readonly destination_conf: string } {
  return { id, name, destination_conf: r2(name) };
}

function named(blocks: Readonly<Record<string, object>>): object {
  return Object.fromEntries(
    Object.entries(blocks).map(([name, block]) => [name, { zone_id: DEFAULT_ZONE_ID, name, ...block }]),
  );
}

/** The token that proves ownership of a destination, from the file that the service put there. */
async function token(emulator: RunningEmulator, destination_conf: string): Promise<string> {
  const { baseUrl, credentials, control } = emulator;
  const answer = await fetch(`${baseUrl}/zones/${DEFAULT_ZONE_ID}/logpush/ownership`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ destination_conf }),
  });
  const { result } = (await answer.json()) as { readonly result: { readonly filename: string } };
  const file = control.destinations.files().find(({ name }) => result.filename.endsWith(name));
  if (!file) throw new Error(`no file ${result.filename}`);
  return file.text;
}
