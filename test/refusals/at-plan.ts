import type { MigrationState } from '../../schema';

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const SCANNER_RULE = '0242110ae62e44028a13bf4834780914';
/** A rule of Cloudflare, which the sample of the emulator does not list. */
const OF_VENDOR = '8840c3fa2c7947f6b10176ceb8f65558';

const job = (more: object) => ({
  name: 'job',
  destination_conf: 'https://logs.example.com/collect?header_Authorization=t',
  logpull_options: { fields: ['RayID'] },
  ...more,
});
const executes = (ruleset_id: string, overrides?: object): object => ({
  name: 'cloudflare',
  execute: { ruleset_id, ...(overrides && { overrides }) },
});

type Given = Readonly<Record<string, unknown>> & {
  /** Of the zone's migration. @default 'finished' */
  readonly state?: MigrationState;
};

/** What is declared in the zone of each type, or in one of its own; and parts of what is said of it. */
type Told = readonly [given: Given, ...says: readonly (string | RegExp)[]];

/** What a plan says of a configuration when it has asked the service, by the resource and by what is wrong. */
export const AT_PLAN: Readonly<Record<string, Readonly<Record<string, Told>>>> = {
  zone_logpush_job: {
    'no destination': [job({ destination_conf: null }), 'No destination is set', 'Set destination_conf_wo'],
    'an unknown dataset': [
      job({ name: 'a', dataset: 'http_request' }),
      'dataset',
      'The service has no dataset "http_request"',
      /Did you mean "http_requests"\? ?It says: .* \(status 400, code \d+\)\./,
    ],
    'an unknown log field': [
      job({ name: 'b', logpull_options: { fields: ['RayID', 'ClientIp'] } }),
      'no log field "ClientIp"',
      'Did you mean "ClientIP"?',
    ],
    'an unknown log field of the output': [
      job({ name: 'c', logpull_options: null, output_options: { field_names: ['RayId'] } }),
      'Did you mean "RayID"?',
    ],
    'a filter of an unknown log field': [
      job({ name: 'd', filter: '{"where":{"key":"Nothing","operator":"eq","value":1}}' }),
      'no log field "Nothing"',
      'Its fields:',
    ],
    'a destination without its challenge': [
      job({ name: 'e', destination_conf: 'gs://bucket/logs' }),
      'scheme gs need a token',
      ...['zone_logpush_ownership_challenge', 'ownership_challenge_wo'],
      'google_storage_bucket_object_content (gs)',
      'Before Terraform 1.11 and OpenTofu 1.11, set ownership_challenge instead',
    ],
    'a bucket that needs none with keys': [
      job({ name: 'f', destination_conf: 's3://bucket/logs?region=x' }),
      'access-key-id and secret-access-key needs none',
    ],
    'a zone that is not there': [
      job({ name: 'g', zone_id: 'f'.repeat(32) }),
      `Zone ${'f'.repeat(32)} does not exist.`,
      'correct zone_id',
    ],
    'an unknown scheme': [
      job({ name: 'h', destination_conf: 'splunc://splunk.example.com?secret=planted' }),
      'Did you mean "splunk"? Known schemes: s3,',
    ],
    'no options': [
      job({ name: 'i', logpull_options: null }),
      'the service logs its default ones of the dataset http_requests',
    ],
    'the first of two equal jobs': [job({ name: 'same' })],
    'the second of two equal jobs': [job({ name: 'same' })],
  },
  zone_managed_rules: {
    'an unknown rule that is near another one': [
      {
        rules: [executes(MANAGED, { rules: { [SCANNER_RULE.replace('0242', '0243')]: { enabled: false } } })],
      },
      `Did you mean ${SCANNER_RULE} (Vulnerability scanner activity)?`,
    ],
    'a rule and a category that a sample does not list': [
      {
        rules: [
          executes(MANAGED, {
            categories: { drupal: { enabled: false } },
            rules: { [OF_VENDOR]: { action: 'log' } },
          }),
        ],
      },
      /Warning: [^]*not list the rule 8840c3fa2c7947f6b10176ceb8f65558; the service decides/,
      /Warning: .*not list the category "drupal"; the service/,
    ],
    'a managed ruleset that cannot be read': [
      { rules: [executes(MANAGED.replace(/e$/, 'f'))] },
      /^Warning: [^]*could not be read.*Did you mean efb7b8c949ac4650a09736fc376e9aee \(Cloudflare Managed Ruleset\)\?/,
    ],
    'an exception after all that it could skip': [
      { rules: [executes(MANAGED), { name: 'office', expression: 'ssl', skip: { ruleset: 'current' } }] },
      /^Warning: .*"office" has no effect/,
    ],
    ...Object.fromEntries(
      Object.entries({
        start: ['the zone has not migrated to the new managed rules', 'target_state = "finished"'],
        validation: [
          'the zone still validates its migration',
          'adjustments of the zone_managed_rules_migration',
        ],
        finishing: ['the service is still finishing the migration', 'Wait until it has finished'],
      }).map(([state, says]): [string, Told] => [
        `a zone whose migration is in ${state}`,
        [{ state: state as MigrationState, rules: [executes(MANAGED)] }, ...says],
      ]),
    ),
  },
};
