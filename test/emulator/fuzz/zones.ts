import type { SeedDocument } from '../../../emulator';
import { fieldsRule } from '../client';
import { R2 } from '../logpush/job-client';
import { execute, MANAGED, skip } from '../rulesets/managed-rules';

/** A zone before the migration, during it and after it, and one of another plan. */
export const ZONES = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));
const [START = '', VALIDATING = '', FINISHED = '', PROFESSIONAL = ''] = ZONES;

const HISTORY = { version: '4', history: [{ version: '1' }, { version: '2' }, { version: '3' }] };

const FIELDS = { ...HISTORY, phase: 'http_log_custom_fields', rules: [fieldsRule('accept')] };

const DEPLOYED = {
  ...{ ...HISTORY, phase: 'http_request_firewall_managed' },
  rules: [execute(MANAGED), skip({ ruleset: 'current' })],
};

const PREVIOUS_WAF = {
  firewall_rules: [
    { action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.1' },
    { action: 'block', expression: 'true' },
  ],
  page_rules: [{ url: 'example.com/*', actions: [{ id: 'waf', value: 'off' }], priority: 2 }],
};

const OVERRIDDEN = {
  ...PREVIOUS_WAF,
  uri_overrides: [{ urls: ['one.example/*'], rules: { '100015': 'disable' } }],
};

const LOGPUSH = {
  jobs: [{ id: 1, destination_conf: R2, logpull_options: 'fields=RayID&timestamps=rfc3339', enabled: true }],
};

/** With one of everything that can be addressed. A migration takes so many seconds. */
export const zonesIn = (finish_seconds: number): SeedDocument =>
  ({
    zones: [
      { id: START, name: 'one.example', rulesets: [FIELDS], logpush: LOGPUSH, previous_waf: PREVIOUS_WAF },
      {
        ...{ id: VALIDATING, name: 'two.example', rulesets: [DEPLOYED], previous_waf: OVERRIDDEN },
        migration: { state: 'validation' },
      },
      {
        ...{ id: FINISHED, name: 'three.example', rulesets: [FIELDS, DEPLOYED], logpush: LOGPUSH },
        ...{ previous_waf: PREVIOUS_WAF, migration: { state: 'finished' } },
      },
      { id: PROFESSIONAL, name: 'four.example', plan: 'professional', rulesets: [FIELDS] },
    ],
    options: { finish_seconds },
  }) as unknown as SeedDocument;
