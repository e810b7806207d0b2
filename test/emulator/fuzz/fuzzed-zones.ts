import type { SeedDocument } from '../../../emulator';
import { DEFAULT_EMAIL, DEFAULT_KEY, DEFAULT_TOKEN } from '../../../emulator';
import { MANAGED_RULESET_ID } from '../../../emulator/rulesets/sample-managed-rulesets';

export const READ_TOKEN = `reads-only-${'r'.repeat(40)}`;
export const ONE_ZONE_TOKEN = `one-zone-${'z'.repeat(40)}`;

const ID = (digit: string): string => digit.repeat(32);

export const ENTERPRISE = ID('1');
export const BUSINESS = ID('2');
export const PROFESSIONAL = ID('3');
export const VALIDATING = ID('4');
export const FINISHED = ID('5');

export const FUZZED_ZONES = [ENTERPRISE, BUSINESS, PROFESSIONAL, VALIDATING, FINISHED] as const;

const HISTORY = { version: '4', history: [{ version: '1' }, { version: '2' }, { version: '3' }] } as const;

const FIELDS = {
  ...HISTORY,
  phase: 'http_log_custom_fields',
  rules: [
    {
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { request_fields: [{ name: 'accept' }], cookie_fields: [{ name: 'Session' }] },
    },
  ],
} as const;

const DEPLOYED = {
  ...HISTORY,
  phase: 'http_request_firewall_managed',
  rules: [
    { action: 'execute', expression: 'true', action_parameters: { id: MANAGED_RULESET_ID } },
    { action: 'skip', expression: 'ip.src eq 192.0.2.1', action_parameters: { ruleset: 'current' } },
  ],
} as const;

/** Rulesets of a phase that is only stored. */
const STORED = [
  {
    ...HISTORY,
    phase: 'http_ratelimit',
    rules: [{ action: 'block', expression: 'true', ratelimit: { characteristics: ['ip.src'], period: 10 } }],
  },
  { ...HISTORY, phase: 'http_ratelimit', kind: 'custom', name: 'Custom', rules: [] },
] as const;

const PREVIOUS_WAF = {
  // That no rule uses, so that it can be deleted.
  filters: [{ expression: 'ip.src eq 192.0.2.9' }],
  firewall_rules: [
    { action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.1' },
    { action: 'block', expression: 'true' },
  ],
  page_rules: [
    { url: 'example.com/*', actions: [{ id: 'waf', value: 'off' }] },
    { url: 'example.com/shop/*', actions: [{ id: 'disable_security' }], priority: 2 },
  ],
} as const;

const JOB = {
  id: 1,
  destination_conf: 'r2://logs/here?account-id=a&access-key-id=k&secret-access-key=s',
  logpull_options: 'fields=RayID,Cookies,RequestHeaders&timestamps=rfc3339',
  enabled: true,
} as const;

/** A zone in each state of the migration and of each plan, with one of everything that can be addressed. */
export function fuzzedZones(finishSeconds: number): SeedDocument {
  return {
    zones: [
      {
        id: ENTERPRISE,
        name: 'one.example',
        rulesets: [FIELDS],
        logpush: { jobs: [JOB] },
        previous_waf: {
          ...PREVIOUS_WAF,
          uri_overrides: [{ urls: ['one.example/*'], rules: { '100015': 'disable' } }],
        },
      },
      {
        id: BUSINESS,
        name: 'two.example',
        plan: 'business',
        rulesets: STORED,
        previous_waf: PREVIOUS_WAF,
      },
      {
        id: PROFESSIONAL,
        name: 'three.example',
        plan: 'professional',
        rulesets: [FIELDS],
      },
      {
        id: VALIDATING,
        name: 'four.example',
        rulesets: [DEPLOYED],
        previous_waf: PREVIOUS_WAF,
        migration: { state: 'validation' },
      },
      {
        id: FINISHED,
        name: 'five.example',
        rulesets: [FIELDS, DEPLOYED],
        logpush: { jobs: [JOB] },
        previous_waf: PREVIOUS_WAF,
        migration: { state: 'finished' },
      },
    ],
    credentials: {
      tokens: [
        { token: DEFAULT_TOKEN },
        { token: READ_TOKEN, permissions: ['rulesets:read', 'waf:read'] },
        { token: ONE_ZONE_TOKEN, zones: [ENTERPRISE] },
      ],
      keys: [{ email: DEFAULT_EMAIL, key: DEFAULT_KEY }],
    },
    options: { finish_seconds: finishSeconds },
  };
}
