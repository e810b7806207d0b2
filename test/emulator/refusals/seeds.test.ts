import { createEmulator } from '../../../emulator';
import { fieldsRule } from '../client';
import { R2, S3 } from '../logpush/job-client';
import { execute } from '../rulesets/managed-rules';
import { seedProblems } from '../seed-problems';
import { brokenOnes, type Wrong } from './places';

const ID = 'a'.repeat(32);
const TOKEN = 'another-token-0123456789abcdefghijklmnopqrstu';
const TIME = '2025-01-01T00:00:00Z';
const ON = [{ id: 'waf', value: 'on' }];
const SKIP = { action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } };
const PHASE = 'http_request_firewall_managed';

/** What is nested in itself. */
const endless: Record<string, unknown> = {};
endless['itself'] = endless;

const POINTED = (path: string): string => `/${path.replace(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;

/** The places of what is wrong with a seed, as pointers. */
const problemsOf = (seed: unknown): readonly string[] =>
  seedProblems(seed as object).map(({ path }) => POINTED(path));

/** Declares that the seed can be used, and what is refused in it. */
function refuses(what: string, good: unknown, below: string, wrong: Wrong): void {
  describe(what, () => {
    it('can be used', () => expect(problemsOf(good)).toEqual([]));

    it.each(brokenOnes(good, below, wrong))('is refused for $place', ({ documents, problems }) => {
      expect(documents.map(problemsOf)).toEqual(documents.map(() => problems));
    });
  });
}

refuses('a seed', { zones: [], clock: TIME, identifiers: 1, credentials: { keys: [], tokens: [] } }, '', {
  '/zones → /zones/0/id, /zones/0/name': [[{ id: 'x' }]],
  '/zones → /zones/0/id': [
    [{ name: 'a', id: 5n }],
    [{ name: 'a', id: () => 1 }],
    [{ name: 'a', id: undefined }],
  ],
  '/zones → /zones/0/colour': [[{ name: 'a', colour: 'red' }]],
  '/credentials/keys → /credentials/keys/0/key': [[{ email: 'a@b.c', key: 'x' }]],
  '/credentials/tokens → /credentials/tokens/0/permissions/0': [
    [{ token: TOKEN, permissions: ['waf:write'] }],
  ],
  '/credentials/tokens → /credentials/tokens/0/zones/0': [[{ token: TOKEN, zones: [ID] }]],
  '/zones → /zones/1/id': [
    [
      { name: 'a', id: ID },
      { name: 'b', id: ID },
    ],
  ],
});

/** The same for a part of a zone. */
function inZone(part: string, good: unknown, wrong: Wrong, plan = 'enterprise'): void {
  const zone = { id: 'b'.repeat(32), name: 'a.example', plan, [part]: good };
  refuses(`${part} of a zone, plan ${plan}`, { zones: [zone] }, `/zones/0/${part}`, wrong);
}

const EXECUTING = execute('e22d83c647c64a3eae91b71b499d988e');

inZone('rulesets', [{ phase: PHASE, rules: [SKIP] }], {
  '/1 → /1/phase': [{ phase: PHASE }],
  '/0/rules/0 → /0/rules/0/future members': [{ at: new Date(0) }, endless, { f: () => 1 }, { f: [NaN] }].map(
    (x_later) => ({ ...SKIP, x_later }),
  ),
});

inZone(
  'rulesets',
  [{ phase: 'http_request_firewall_managed' }],
  { '/0/rules → /0/rules/0/action_parameters/id': [[EXECUTING]] },
  'professional',
);

inZone('rulesets', [{ phase: 'http_log_custom_fields', version: '99', history: [{ version: '2' }] }], {
  '/0/version → /0/history/0/version': ['2'],
  '/0/history → /0/history/0/version': [[{ version: '10' }, { version: '3' }], [{}]],
  '/0/history/0/rules → /0/history/0/rules/0/action_parameters/request_fields/0/name': [[fieldsRule('A')]],
});

inZone(
  'migration',
  { state: 'finishing', since: TIME, finishes_at: '2026-01-01T00:00:00Z' },
  {
    ' → /since': [{ state: 'start', since: TIME }],
    ' → /finishes_at': ['validation', 'finished'].map((state) => ({ state, finishes_at: TIME })),
  },
);

const LOGPUSH = { jobs: [{ id: 7, destination_conf: R2 }], last_job_id: 7 };

inZone('logpush', LOGPUSH, {
  '/jobs/1 → /jobs/1/destination_conf': [{}, { destination_conf: 's3://b' }],
  '/jobs/0/output_options → /jobs/0/output_options/field_names/0': [{ field_names: ['Ray'] }],
  '/jobs/1 → /jobs/1/id': [0, '1', 7, 2 ** 52].map((id) => ({ id, destination_conf: S3 })),
});

inZone('logpush', { jobs: [] }, { '/jobs': [[{ destination_conf: R2 }]] }, 'business');

const FILTER = { id: ID, expression: 'f' };

inZone(
  'previous_waf',
  { groups: {}, rules: {}, core_rule_set: {}, filters: [{ ...FILTER, expression: 'e' }] },
  {
    [`/groups/${ID}`]: ['off'],
    '/rules/1': ['disable'],
    // Modes of the other kind of package.
    '/rules/100015': ['off'],
    '/rules/990012': ['simulate'],
    '/firewall_rules → /firewall_rules/0/filter/id': [[{ action: 'log', filter: FILTER }]],
  },
);

inZone(
  'previous_waf',
  { firewall_rules: [{ action: 'block', expression: 'true', products: [] }] },
  {
    '/firewall_rules/0': [{ action: 'log' }, { action: 'log', expression: 'e', filter: { expression: 'e' } }],
    '/firewall_rules/0 → /firewall_rules/0/filter/id': [{ action: 'log', filter: { id: ID } }],
    '/firewall_rules/0/products': [['waf']],
    '/firewall_rules/0 → /firewall_rules/0/products': [{ action: 'bypass', expression: 'e' }],
  },
);

const OVERRIDE = { id: ID, urls: ['a'], rules: { '100015': 'block' } };

inZone(
  'previous_waf',
  { uri_overrides: [{ ...OVERRIDE, groups: {} }] },
  {
    '/uri_overrides/0/rules → /uri_overrides/0': [{}],
    '/uri_overrides/0/groups/x': ['disable'],
    '/uri_overrides/0/rules/1 0': ['disable'],
    '/uri_overrides/0/rewrite_action → /uri_overrides/0/rewrite_action/allow': [{ allow: 'block' }],
  },
);

inZone('previous_waf', { uri_overrides: [] }, { '/uri_overrides': [[OVERRIDE]] }, 'business');

inZone(
  'previous_waf',
  { page_rules: [{ url: 'a', actions: ON }] },
  {
    '/page_rules/0 → /page_rules/0/targets': [{ targets: [], actions: ON }],
    '/page_rules/0': [{ actions: [{ id: 'disable_security' }] }],
    '/page_rules/0/actions → /page_rules/0/actions/0/value': [[{ id: 'disable_security', value: 'off' }]],
    '/page_rules/0/actions/1 → /page_rules/0/actions/1/id': [{ id: 'waf', value: 'off' }],
  },
);

it.each<[RegExp, object]>([
  [
    /it must be below the version after it, 2$/,
    { rulesets: [{ phase: PHASE, version: '2', history: [{ version: '2' }] }] },
  ],
  [
    /at most 50 earlier versions are kept$/m,
    { rulesets: [{ phase: PHASE, history: Array.from({ length: 51 }, () => ({})) }] },
  ],
  [
    /it must be JSON with at most 64 levels of nesting$/,
    { rulesets: [{ phase: PHASE, rules: [{ ...SKIP, x_later: endless }] }] },
  ],
  [/it must be 'zone'$/, { rulesets: [{ phase: PHASE, kind: 'root' }] }],
  [/the business plan has no log push$/, { plan: 'business', logpush: { jobs: [{ destination_conf: R2 }] } }],
])('a refusal says why: %s', (message, zone) => {
  expect(() => createEmulator({ seed: { zones: [{ name: 'a.example', ...zone }] } as object })).toThrow(
    message,
  );
});
