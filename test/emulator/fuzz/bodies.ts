import type { ZoneDocument } from '../../../emulator';
import { ownershipToken } from '../../../emulator/logpush/ownership';
import type { ServiceOperation } from '../../../emulator/service/operation';
import { CORE, CORE_SCORE_RULE, execute, MANAGED, MANAGED_RULE, skip } from '../rulesets/managed-rules';
import { fieldsRule } from '../client';
import { PHASES } from '../../../emulator/rulesets/phases';

const UNKNOWN = 'a'.repeat(32);

/** Rules that the phases take. */
const RULES: Readonly<Record<string, readonly object[]>> = {
  http_log_custom_fields: [
    fieldsRule('accept', 'referer'),
    { ...fieldsRule('x-a'), id: '', ref: '', version: '', enabled: false, description: 'd' },
    {
      ...fieldsRule(),
      action_parameters: { response_fields: [{ name: 'server' }], cookie_fields: [{ name: '__proto__' }] },
    },
    fieldsRule(...Array.from({ length: 39 }, (_, index) => `x-${index}`)),
  ],
  http_request_firewall_managed: [
    execute(MANAGED),
    execute(CORE, {
      overrides: {
        action: 'log',
        categories: [{ category: 'paranoia-level-3', enabled: false }],
        rules: [{ id: CORE_SCORE_RULE, action: 'block', score_threshold: 25, sensitivity_level: 'low' }],
      },
    }),
    skip({ ruleset: 'current' }, { logging: { enabled: true } }),
    skip({ rulesets: [CORE] }, { enabled: false }),
    skip({ rules: { [MANAGED]: [MANAGED_RULE] }, products: ['bic', 'waf'] }),
    execute(MANAGED, { enabled: false }),
    execute(UNKNOWN, {
      action_parameters: {
        ...{ id: UNKNOWN, version: '7', matched_data: { public_key: 'key' } },
        overrides: {
          categories: [{ category: 'any', action: 'block' }],
          rules: [{ id: UNKNOWN, enabled: true }],
        },
      },
    }),
  ],
};

/** With and without a challenge, to memory and over HTTP; port 1 of this machine is where nobody answers. */
const DESTINATIONS = [
  's3://logs/{DATE}?region=eu&access-key-id=k&secret-access-key=s',
  's3://logs/a?region=eu',
  'gs://logs/a',
  'https://logs.example/in?header_Authorization=Basic%20eA%3D%3D',
  'http://127.0.0.1:1/in',
  'bq://projects/p/datasets/d/tables/t?credentials=base64:e30=',
].map((destination_conf) => ({ destination_conf }));

const FILTER =
  '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":200},' +
  '{"or":[{"key":"ClientIP","operator":"in","value":["192.0.2.1"]}]}]}}';

const OUTPUT_OPTIONS = {
  ...{
    field_names: ['RayID', 'Cookies'],
    output_type: 'ndjson',
    timestamp_format: 'rfc3339ns',
    sample_rate: 0.5,
  },
  ...{
    batch_prefix: '[',
    record_prefix: null,
    record_template: '{"id":{{.RayID}}}',
    merge_subrequests: false,
  },
};

const SETTINGS: readonly object[] = [
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
  { dataset: 'dns_logs', filter_attack_traffic: null, transformer_id: null },
  { dataset: 'firewall_events', filter: null, name: null, logpull_options: null, output_options: null },
];

/**
 * Bodies that the operation takes with what there is, or would in another state of the zone.
 *
 * @param now milliseconds since the Unix epoch
 */
export function bodiesFor(
  { name, method }: ServiceOperation,
  zone: ZoneDocument,
  parts: Readonly<Record<string, string>>,
  now: number,
): readonly unknown[] {
  const ruleset = zone.rulesets.find(
    ({ id, kind, phase }) => id === parts['ruleset_id'] || (kind === 'zone' && phase === parts['phase']),
  );
  const phase = ruleset?.phase ?? parts['phase'] ?? '';
  const stored: readonly { readonly id?: string }[] = ruleset?.rules ?? [];
  const listsOf = (of: string): readonly (readonly unknown[])[] => {
    const rules = RULES[of] ?? RULES['http_log_custom_fields'] ?? [];
    return [[], rules.slice(0, 3), ...rules.map((rule) => [rule])];
  };
  const rules = listsOf(phase).flat();
  const [before = '', after = ''] = stored.map(({ id }) => id);
  const positions = [{ index: 1 }, { before: '' }, { after: '' }, { before }, { after }];
  const withTokens = DESTINATIONS.map(({ destination_conf }) => ({
    destination_conf,
    ownership_challenge: ownershipToken(zone.id ?? '', destination_conf, now),
  }));
  switch (name) {
    case 'rulesets.create':
      return [
        ...PHASES.flatMap((of) =>
          listsOf(of).map((made) => ({ name: 'n', kind: 'zone', phase: of, rules: made })),
        ),
        { name: 'n', kind: 'custom', phase: 'http_ratelimit', rules: [] },
      ];
    case 'rulesets.update':
    case 'rulesets.entrypoint.update':
      return [
        ...[stored, stored.toReversed(), ...listsOf(phase)].map((sent) => ({ rules: sent })),
        { description: 'only' },
      ];
    case 'rulesets.rules.create':
      return rules.flatMap((rule, at) => [rule, { ...(rule as object), position: positions[at % 5] }]);
    case 'rulesets.rules.update':
      return [...positions.map((position) => ({ position })), ...rules, ...stored];
    case 'logpush.jobs.create':
      return withTokens.flatMap((destination) => SETTINGS.map((each) => ({ ...destination, ...each })));
    case 'logpush.jobs.update':
      return [...SETTINGS, ...withTokens, ...(zone.logpush.jobs ?? [])];
    case 'logpush.ownership.validate':
      return withTokens;
    case 'logpush.validate.origin':
      return [{ logpull_options: 'fields=RayID' }, { logpull_options: null, dataset: 'dns_logs' }];
    default:
      if (method === 'GET' || method === 'DELETE') return [];
      return DESTINATIONS;
  }
}
