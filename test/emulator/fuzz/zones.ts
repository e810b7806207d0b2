import type { SeedDocument } from '../../../emulator';
import { DEFAULT_EMAIL, DEFAULT_KEY, DEFAULT_TOKEN } from '../../../emulator';
import { fieldsRule } from '../client';
import { execute, MANAGED, skip } from '../rulesets/managed-rules';

export const READ_TOKEN = `reads-only-${'r'.repeat(40)}`;
export const ONE_ZONE_TOKEN = `one-zone-${'z'.repeat(40)}`;

/** Of the plans and the states of the migration. */
export const FUZZED_ZONES = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(32));
const [ENTERPRISE = '', BUSINESS = '', PROFESSIONAL = '', VALIDATING = '', FINISHED = ''] = FUZZED_ZONES;
export { ENTERPRISE, VALIDATING };

const HISTORY = { version: '4', history: [{ version: '1' }, { version: '2' }, { version: '3' }] };

const FIELDS = { ...HISTORY, phase: 'http_log_custom_fields', rules: [fieldsRule('accept')] };

const DEPLOYED = {
  ...HISTORY,
  phase: 'http_request_firewall_managed',
  rules: [execute(MANAGED), skip({ ruleset: 'current' })],
};

const PREVIOUS_WAF = {
  filters: [{ expression: 'ip.src eq 192.0.2.9' }],
  firewall_rules: [
    { action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.1' },
    { action: 'block', expression: 'true' },
  ],
  page_rules: [
    { url: 'example.com/*', actions: [{ id: 'waf', value: 'off' }] },
    { url: 'example.com/shop/*', actions: [{ id: 'disable_security' }], priority: 2 },
  ],
};

const OVERRIDDEN = {
  ...PREVIOUS_WAF,
  uri_overrides: [{ urls: ['one.example/*'], rules: { '100015': 'disable' } }],
};

const LOGPUSH = {
  jobs: [
    {
      ...{ id: 1, destination_conf: 'r2://logs/here?account-id=a&access-key-id=k&secret-access-key=s' },
      ...{ logpull_options: 'fields=RayID,Cookies,RequestHeaders&timestamps=rfc3339', enabled: true },
    },
  ],
};

/** A zone in each state of the migration and of each plan, with one of everything that can be addressed. */
export function fuzzedZones(finishSeconds: number): SeedDocument {
  const zones = [
    { id: ENTERPRISE, name: 'one.example', rulesets: [FIELDS], logpush: LOGPUSH, previous_waf: OVERRIDDEN },
    { id: BUSINESS, name: 'two.example', plan: 'business', previous_waf: PREVIOUS_WAF },
    { id: PROFESSIONAL, name: 'three.example', plan: 'professional', rulesets: [FIELDS] },
    {
      ...{ id: VALIDATING, name: 'four.example', rulesets: [DEPLOYED], previous_waf: PREVIOUS_WAF },
      migration: { state: 'validation' },
    },
    {
      ...{ id: FINISHED, name: 'five.example', rulesets: [FIELDS, DEPLOYED], logpush: LOGPUSH },
      ...{ previous_waf: PREVIOUS_WAF, migration: { state: 'finished' } },
    },
  ] as unknown as NonNullable<SeedDocument['zones']>;
  const tokens = [
    { token: DEFAULT_TOKEN },
    { token: READ_TOKEN, permissions: ['rulesets:read', 'waf:read'] as const },
    { token: ONE_ZONE_TOKEN, zones: [ENTERPRISE] },
  ];
  const keys = [{ email: DEFAULT_EMAIL, key: DEFAULT_KEY }];
  return { zones, credentials: { tokens, keys }, options: { finish_seconds: finishSeconds } };
}
