import type { Control, SeedDocument } from '../../emulator';

/** Three zones that people made by hand, with what is adopted of them and what is not. */

export const ZONES = { alpha: '1'.repeat(32), beta: '2'.repeat(32), gamma: '3'.repeat(32) };
export const SECRET = 'alphaSecretAlpha';
export const READER = 'reader-token-0123456789abcdefghijklmnopqrstuv';
export const FULL = 'emulator-token-0123456789abcdefghijklmnopqrst';

/** Three zones made by hand, and a token that sees two of them. */
export const SEED: SeedDocument = {
  zones: [
    {
      id: ZONES.alpha,
      name: 'alpha.example',
      rulesets: [
        {
          phase: 'http_log_custom_fields',
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              description: 'by ${hand}',
              action_parameters: {
                request_fields: [{ name: 'x-request-id' }],
                // The service adds that duplicates are not kept, which is its default.
                response_fields: [{ name: 'server' }],
                transformed_request_fields: [{ name: 'x-sent' }],
                raw_response_fields: [{ name: 'x-raw', preserve_duplicates: true }],
                x_later_fields: [{ name: 'x-later' }],
              },
            },
          ],
        },
      ],
      logpush: {
        jobs: [
          {
            name: 'requests',
            enabled: true,
            destination_conf: `r2://logs/alpha?account-id=a&access-key-id=AK${SECRET}&secret-access-key=${SECRET}%2F`,
            logpull_options: 'fields=RayID,RequestHeaders&timestamps=rfc3339',
            filter: '{"where":{"key":"ClientRequestHost","operator":"eq","value":"a"}}',
          },
          { destination_conf: 's3://bucket/{DATE}?region=eu-west-1', dataset: 'dns_logs' },
        ],
      },
    },
    {
      id: ZONES.beta,
      name: 'beta.example',
      migration: { state: 'finished' },
      previous_waf: { enabled: false },
    },
    {
      id: ZONES.gamma,
      name: 'gamma.example',
      logpush: { jobs: [{ destination_conf: `https://user:${SECRET}@logs.example.com/` }] },
    },
  ],
  credentials: { tokens: [{ token: FULL }, { token: READER, zones: [ZONES.alpha, ZONES.beta] }] },
};

/** A ruleset of the first zone, of a phase that the emulator does not have. */
const OTHER = { id: 'e'.repeat(32), name: 'default', kind: 'zone', phase: 'http_ratelimit', version: '1' };

/** The service answers that the first zone has it, too. */
export function addOther(control: Control): void {
  const [zone] = control.zones();
  const result = [...(zone?.rulesets ?? []), OTHER];
  control.faults.put([
    {
      match: { operation: 'rulesets.list', zoneId: ZONES.alpha },
      effect: { kind: 'answer', status: 200, body: { success: true, errors: [], messages: [], result } },
    },
  ]);
}

/** What is adopted. */
export const ADDRESSES = [
  'zone_log_custom_fields.alpha_example_fields',
  'zone_logpush_job.alpha_example_requests',
  'zone_logpush_job.alpha_example_dns_logs',
  'zone_managed_rules_migration.beta_example_migration',
  'zone_logpush_job.gamma_example_http_requests',
];
