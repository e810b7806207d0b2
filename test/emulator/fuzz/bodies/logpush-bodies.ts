import type { ZoneDocument } from '../../../../emulator';
import { ownershipToken } from '../../../../emulator/logpush/ownership-token';

/** With and without a challenge, to memory and over HTTP; port 1 of this machine is where nobody answers. */
const DESTINATIONS = [
  's3://logs/{DATE}?region=eu&access-key-id=k&secret-access-key=s',
  's3://logs/a?region=eu',
  'gs://logs/a',
  'https://logs.example/in?header_Authorization=Basic%20eA%3D%3D',
  'http://127.0.0.1:1/in',
  'bq://projects/p/datasets/d/tables/t?credentials=base64:e30=',
] as const;

const FILTER = JSON.stringify({
  where: {
    and: [
      { key: 'EdgeResponseStatus', operator: 'geq', value: 200 },
      {
        or: [
          { key: 'ClientIP', operator: 'in', value: ['192.0.2.1'] },
          { key: 'ClientRequestHost', operator: 'contains', value: 'e' },
        ],
      },
    ],
  },
});

const OUTPUT_OPTIONS = {
  field_names: ['RayID', 'Cookies', 'EdgeStartTimestamp'],
  output_type: 'ndjson',
  timestamp_format: 'rfc3339ns',
  sample_rate: 0.5,
  batch_prefix: '[',
  record_prefix: null,
  record_template: '{"id":{{.RayID}}}',
  merge_subrequests: false,
} as const;

const SETTINGS: readonly Readonly<Record<string, unknown>>[] = [
  {},
  {
    name: 'job.one',
    enabled: true,
    logpull_options: 'fields=RayID,RequestHeaders&timestamps=unix&sample=0.5',
  },
  { enabled: true, output_options: OUTPUT_OPTIONS },
  { enabled: true, output_options: { output_type: 'csv' }, filter: FILTER, frequency: 'low' },
  { max_upload_bytes: 5_000_000, max_upload_interval_seconds: 30, max_upload_records: 1000, kind: 'edge' },
  { max_upload_bytes: 2_000_000, filter_attack_traffic: true, enabled: true },
  { dataset: 'dns_logs', filter_attack_traffic: null },
  { dataset: 'firewall_events', filter: null, name: null, logpull_options: null, output_options: null },
];

/** Bodies that the log push operation takes, or would in another state of the zone. */
export function logpushBodies(operation: string, zone: ZoneDocument, now: number): readonly unknown[] {
  const withTokens = DESTINATIONS.map((destination_conf) => ({
    destination_conf,
    ownership_challenge: ownershipToken(zone.id ?? '', destination_conf, now),
  }));
  switch (operation) {
    case 'logpush.jobs.create':
      return withTokens.flatMap((destination) => SETTINGS.map((each) => ({ ...destination, ...each })));
    case 'logpush.jobs.update':
      return [...SETTINGS, ...withTokens, ...(zone.logpush.jobs ?? [])];
    case 'logpush.ownership':
    case 'logpush.validate.destination':
    case 'logpush.validate.destination.exists':
      return DESTINATIONS.map((destination_conf) => ({ destination_conf }));
    case 'logpush.ownership.validate':
      return withTokens;
    case 'logpush.validate.origin':
      return [
        { logpull_options: 'fields=RayID' },
        { logpull_options: null, dataset: 'dns_logs' },
        { logpull_options: 'fields=ID,When', dataset: 'audit_logs' },
      ];
    default:
      throw new Error(`Nothing says what body ${operation} takes.`);
  }
}
