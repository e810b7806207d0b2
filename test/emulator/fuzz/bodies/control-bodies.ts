import { stringify } from 'yaml';
import type { Snapshot } from '../../../../emulator';
import { MANAGED_RULESET_ID } from '../../../../emulator/rulesets/sample-managed-rulesets';
import { fuzzedZones } from '../fuzzed-zones';

const TRAFFIC = {
  requests: [
    {
      method: 'POST',
      host: 'one.example',
      path: '/a?b=c',
      clientIp: '192.0.2.7',
      headers: { accept: '*/*', cookie: ['Session=1; a=b', '__proto__=2'] },
      response: { status: 201, bytes: 5, headers: [['server', 'x']] },
      transformed: { request: { accept: 'x' }, response: [] },
      durationMs: 5,
    },
    {},
  ],
  push: true,
} as const;

const FAULTS: readonly (readonly unknown[])[] = [
  [{ match: { operation: 'rulesets.list', method: 'get' }, times: 2, delayMs: 5, effect: { kind: 'none' } }],
  [
    {
      nth: 1,
      probability: 0.5,
      effect: { kind: 'answer', status: 500, headers: { a: 'b' }, body: { a: 1 } },
    },
  ],
  [{ match: { pathPrefix: '/client' }, effect: { kind: 'rate-limit', retryAfterSeconds: 2 } }],
  [
    { effect: { kind: 'counting-rate-limit', requests: 2, windowSeconds: 5 } },
    { effect: { kind: 'malformed-json' } },
  ],
  [{ effect: { kind: 'stale-read', writes: 2 } }],
  [{ effect: { kind: 'html-page', status: 503 } }],
  [{ effect: { kind: 'truncated-body' } }],
  [{ effect: { kind: 'cut', moment: 'after-write' } }],
  [],
];

const PATCHES: readonly unknown[] = [
  {},
  { plan: 'business' },
  { name: 'renamed.example', plan: 'enterprise' },
  { migration: { state: 'validation', since: '2025-01-01T00:00:00Z' } },
  { migration: { state: 'finishing', since: null, finishes_at: '2025-01-02T00:00:00Z' } },
  { id: null },
  { migration: { state: 'finishing', since: null, finishes_at: null } },
  { migration: null, rulesets: null, logpush: null, previous_waf: null },
  {
    previous_waf: { enabled: false, groups: { cfda825dfda411ea218cb70e6c88e82e: 'off' }, firewall_rules: [] },
  },
  {
    logpush: { jobs: [{ destination_conf: 'gs://logs/a', enabled: true, last_complete: null }], pending: [] },
  },
  {
    rulesets: [
      { phase: 'http_log_custom_fields', version: '7', history: [{ version: '3', rules: [] }] },
      { phase: 'http_request_firewall_managed', id: 'b'.repeat(32), rules: [] },
    ],
  },
];

/** Seeds of little but numbers and times, so that these are what is changed. */
const SMALL_SEEDS: readonly unknown[] = [
  { options: { finish_seconds: 60, limits: 'today', empty_rules: 'absent', retired_status: 403 } },
  { options: { model: 'today', logpush_jobs: 3, unknown_members: 'ignored', rate_window_seconds: 9 } },
  { clock: '2025-01-01T00:00:00Z', identifiers: 5 },
  { clock: '9999-12-31T23:59:59.999Z', options: { finish_seconds: 5 } },
];

/** Notations that only YAML has. */
const YAML_TEXTS = [
  '',
  'zones: &a [*a]',
  'zones: *unknown',
  'a: &a [x,x,x]\nb: &b [*a,*a,*a]\nzones: [*b,*b]',
  '? {a: b}\n: c',
  '--- 1\n--- 2',
  'zones:\n\t- name: tab',
  'zones: !!binary aGk=',
  '<<: {zones: []}',
  'zones: []\nzones: []',
  'clock: 2025-01-01T00:00:00Z\nidentifiers: .inf',
  'zones: [{ id: 0123, name: a.example }]',
  `${'- '.repeat(3000)}x`,
  '{'.repeat(70),
  '"a string"',
];

/** Bodies that a route of the control API takes, in the state of this snapshot; texts are sent as they are. */
export function controlBodies(route: string, snapshot: Snapshot): readonly unknown[] {
  switch (route) {
    case 'POST /_control/seed':
      return [
        fuzzedZones(60),
        snapshot,
        { zones: [] },
        {},
        ...SMALL_SEEDS,
        ...YAML_TEXTS,
        stringify(fuzzedZones(0)),
      ];
    case 'PUT /_control/snapshot':
      return [snapshot, { ...snapshot, clock: '1969-12-31T23:59:59.999Z' }, fuzzedZones(1)];
    case 'POST /_control/clock/advance':
      return [{ milliseconds: 1 }, { seconds: 60 }, { seconds: 86_400 }];
    case 'PATCH /_control/zones/:zone_id':
      return PATCHES;
    case 'PUT /_control/zones/:zone_id/rulesets/:phase':
      return [
        { rules: [] },
        { rules: [{ action: 'execute', expression: 'true', action_parameters: { id: MANAGED_RULESET_ID } }] },
        {
          name: 'n',
          description: 'd',
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              action_parameters: { cookie_fields: [{ name: 'A' }] },
            },
          ],
        },
      ];
    case 'POST /_control/journal/assert':
      return [
        { expected: [], since: 1_000_000 },
        { expected: [{ operation: 'rulesets.list', method: 'GET', status: 200 }], order: 'any', since: 1 },
        { expected: [{ body: { a: [1, { b: null }] }, zoneId: 'x', status: null }], order: 'exact' },
      ];
    case 'PUT /_control/faults':
      return FAULTS;
    case 'POST /_control/zones/:zone_id/traffic':
      return [TRAFFIC, { ...TRAFFIC, push: false }, { requests: [] }];
    case 'PUT /_control/destinations/refusals':
      return [[], [{ prefix: 's3://', message: 'no' }], [{ prefix: '', message: 'none at all' }]];
    default:
      return [];
  }
}
