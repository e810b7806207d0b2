import { createEmulator, DEFAULT_ZONE_ID, type SeedDocument } from '../../../emulator';
import { caller, ENTRY_POINT, FIELDS_RULESET, fieldsRule, manyFields } from '../client';
import { R2 } from '../logpush/job-client';
import * as managed from '../rulesets/managed-rules';
import { brokenOnes, byDocument, shownProblem, type Wrong } from './places';

const { CORE, CORE_SCORE_RULE, execute, MANAGED, MANAGED_CATEGORY, MANAGED_RULE, SENSITIVE_DATA, skip } =
  managed;
const FIELDS = '1'.repeat(32);
const [RULE, OTHER, UNKNOWN] = ['2'.repeat(32), '3'.repeat(32), 'f'.repeat(32)];
const MANAGED_PHASE = 'http_request_firewall_managed';

const RULES = [
  { ...fieldsRule('a'), id: RULE, ref: 'mine' },
  { ...manyFields(30, 'z'), id: OTHER, ref: 'other' },
];
const SEED = {
  zones: [
    {
      ...{ id: DEFAULT_ZONE_ID, name: 'a.example' },
      rulesets: [{ phase: FIELDS_RULESET.phase, name: 'Fields', id: FIELDS, rules: RULES }],
      logpush: { jobs: [{ destination_conf: R2 }, { destination_conf: R2, dataset: 'dns_logs' }] },
    },
  ],
} as unknown as SeedDocument;

const dry = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}dry_run=true`;

/** Declares that the requests take the document, and what they refuse in it: at once, with nothing changed; dry runs, too. */
function refuses(requests: string, good: unknown, below: string, wrong: Wrong): void {
  const calls = requests.split(', ').map((request) => request.split(' ') as [method: string, path: string]);
  const both = calls.flatMap(([method, path]) => [path, dry(path)].map((at) => [method, at] as const));
  const code = requests.includes('/logpush/') ? 1001 : 20021;
  describe(requests, () => {
    it.each(calls)('takes a good document: %s %s', async (method, path) => {
      const emulator = createEmulator({ seed: SEED });
      const call = caller(emulator);
      const before = emulator.control.snapshot();
      if (!path.includes('/validate')) {
        const { status, body } = await call(method, dry(path), good);
        expect([status, body.result, body.success]).toEqual([200, null, true]);
        expect([emulator.control.snapshot(), emulator.control.destinations.files()]).toEqual([before, []]);
      }
      expect((await call(method, path, good)).status).toBe(200);
    });

    it.each(brokenOnes(good, below, wrong, code))('refuses $place', async ({ documents, problems }) => {
      const emulator = createEmulator({ seed: SEED });
      const before = emulator.control.snapshot();
      for (const [method, path] of both) {
        const seen = byDocument(documents, async (document) => {
          const { status, body } = await caller(emulator)(method, path, document);
          const shown = body.errors.map((error) =>
            shownProblem({ ...error, pointer: error.source?.pointer }),
          );
          return [status, body.result, [...new Set(shown)]];
        });
        expect(await seen).toEqual(await byDocument(documents, () => [400, null, problems]));
      }
      expect(emulator.control.snapshot()).toEqual(before);
    });
  });
}

const CREATED = { name: 'n', kind: 'zone', phase: MANAGED_PHASE, rules: [skip({ ruleset: 'current' })] };

refuses('POST /rulesets', CREATED, '', {
  ' → /name, /kind, /phase': [{}],
  '/rules/0/id': [UNKNOWN],
  ' → /kind': [{ ...FIELDS_RULESET, kind: 'custom' }],
});

refuses(`PUT /rulesets/${FIELDS}`, { rules: [] }, '', {
  '/name → 0 /name': ['Other'],
  '/kind → 0 /kind': ['root'],
  '/phase → 0 /phase': [MANAGED_PHASE],
});

refuses(`PUT ${ENTRY_POINT}`, { rules: [] }, '', { '/kind': ['zone'], '/phase': ['zone'] });

const LISTS = {
  ...{ request_fields: [{ name: 'a' }, { name: 'b' }], response_fields: [{ name: 'a' }] },
  cookie_fields: [{ name: 'SessionId' }, { name: 'sessionid' }],
};
const FIELDS_RULES = [
  { ...fieldsRule(), action_parameters: LISTS, ref: 'r' },
  { ...fieldsRule('x'), ref: 's' },
];

refuses(`PUT /rulesets/${FIELDS}, PUT ${ENTRY_POINT}`, { rules: FIELDS_RULES }, '', {
  '/rules/0/logging → 20018 /rules/0/logging': [{}],
  '/rules/0/expression → 20125 /rules/0/expression': ['http.host eq "a"', 'TRUE', ' true ', '', undefined],
  '/rules/1/ref': ['r'],
  '/rules → /rules/1/id, /rules/1/ref': [
    [fieldsRule('a'), fieldsRule('b')].map((rule) => ({ ...rule, id: RULE })),
  ],
  '/rules/0/action_parameters/response_fields/0/preserve_duplicates': [true],
  '/rules/0/action_parameters/raw_response_fields': [[{ name: 'a' }]],
});

// With the others there are 31 names, or 30 without the one that is replaced (docs/internals/service.md 8).
refuses(`POST /rulesets/${FIELDS}/rules`, fieldsRule('b'), '', {
  ' → /action, 20125 /expression': [{}],
  '/ref': ['other'],
  '/id': [UNKNOWN],
  '/id → /id, /ref': [RULE],
  ' → /action_parameters': [manyFields(10, 'b'), { ...manyFields(10, 'b'), position: { before: '' } }],
});

refuses(`PATCH /rulesets/${FIELDS}/rules/${RULE}`, { ...fieldsRule('b'), position: { index: 1 } }, '', {
  ' → /action, 20125 /expression': [{}],
  '/ref': ['other'],
  ' → /action_parameters': [manyFields(11, 'b')],
  '/position → /position/before': [{ before: UNKNOWN }],
  '/position → /position/after': [{ after: RULE }, { after: null }],
});

const RULE_OFF = { id: MANAGED_RULE, enabled: false };
const CATEGORY_OFF = { category: MANAGED_CATEGORY, enabled: false };
const OVERRIDES = { rules: [RULE_OFF], categories: [CATEGORY_OFF] };
const EXECUTED = { id: MANAGED, matched_data: { public_key: 'k' }, overrides: OVERRIDES };
const SCORE = { overrides: { rules: [{ id: CORE_SCORE_RULE, score_threshold: 40 }] } };
const EXECUTING = [execute(MANAGED, { action_parameters: EXECUTED }), execute(CORE, SCORE), execute(UNKNOWN)];

refuses(`PUT ${managed.MANAGED_ENTRY_POINT}`, { rules: EXECUTING }, '/rules', {
  '/0/expression → 20125 /0/expression': ['  '],
  '/0/logging → 20018 /0/logging': [{ enabled: true }],
  // One deployment of each managed ruleset (3.2), also of one that the emulator does not have (6.3).
  '/3 → /3/action_parameters/id': [execute(MANAGED, { enabled: false }), execute(UNKNOWN)],
  '/2/action_parameters/id': [undefined, 'x', SENSITIVE_DATA],
  '/0/action_parameters/overrides/rules/0/id': [CORE_SCORE_RULE],
  '/0/action_parameters/overrides/rules/0/score_threshold': [40],
  '/0/action_parameters/overrides/rules/1 → /0/action_parameters/overrides/rules/1/id': [RULE_OFF],
  '/0/action_parameters/overrides/categories/0/score_threshold': [5],
  '/0/action_parameters/overrides/categories/1 → /0/action_parameters/overrides/categories/1/category': [
    CATEGORY_OFF,
  ],
});

const step = (trigger: string): string =>
  `PUT ${managed.MANAGED_ENTRY_POINT}?waf_migration=${trigger}&phase_two=1`;

refuses(`${step('validation')}, ${step('pending')}`, { rules: [execute(MANAGED)] }, '', {
  '/rules': [undefined],
  '/kind': ['zone'],
  '/rules/0/id': [UNKNOWN],
});

refuses(step('pending'), { rules: [execute(MANAGED)] }, '', {
  '/rules → 30108 /rules': [[], [execute(MANAGED, { enabled: false })], [skip({ ruleset: 'current' })]],
});

const SKIPPED = { rules: { [MANAGED]: [MANAGED_RULE] }, phases: ['http_ratelimit'], products: ['waf'] };
const SKIPPING = [skip(SKIPPED, { logging: { enabled: true } }), execute(MANAGED)];

refuses(`PUT ${managed.MANAGED_ENTRY_POINT}`, { rules: SKIPPING }, '/rules/0', {
  '/expression → 20125 /expression': [undefined, '', ' \n'],
  '/action_parameters → /action_parameters/phase': [{ ruleset: 'current', phase: 'current' }],
  '/action_parameters → /action_parameters/rulesets/1': ['x', MANAGED].map((id) => ({
    rulesets: [MANAGED, id],
  })),
  '/action_parameters/rules/x': [[MANAGED_RULE]],
});

const IBM = 'ibmcl://i.ingress.eu-de.logs.example/logs/v1/singles?ibm_api_key=k';
const JOB = { destination_conf: R2, output_options: { field_names: ['RayID', 'ClientIP'] } };

const LEAF = { key: 'ClientIP', operator: 'eq', value: '192.0.2.1' };
const STATUS = { key: 'EdgeResponseStatus', operator: 'eq', value: 200 };
const WORKER = { key: 'WorkerSubrequest', operator: 'eq', value: true };

/** Fields and operators; values; conditions; more than 1000 bytes and more than 30 operators. */
const CONDITIONS: readonly unknown[] = [
  ...[
    { ...LEAF, key: 'Ray' },
    { ...LEAF, operator: 'equals' },
    { ...LEAF, operator: 'lt' },
  ],
  ...['startsWith', 'contains'].map((operator) => ({ ...STATUS, operator })),
  ...['in', '!in'].map((operator) => ({ ...WORKER, operator, value: [true] })),
  ...[
    { ...LEAF, key: 'BotTags' },
    { ...LEAF, key: 'Cookies', operator: 'contains' },
  ],
  ...[
    { key: 'RayID', operator: 'eq' },
    { ...LEAF, operator: 'in' },
    { ...LEAF, operator: '!in', value: [] },
  ],
  ...[{}, null, ['x']].map((value) => ({ ...LEAF, value })),
  ...[{ and: [] }, { and: [LEAF], or: [LEAF] }, { and: [LEAF], ...LEAF }, { and: 'x' }],
  { ...LEAF, value: 'ü'.repeat(480) },
  Array.from({ length: 30 }).reduce<unknown>((where) => ({ or: [where] }), LEAF),
];

refuses('POST /logpush/jobs, PUT /logpush/jobs/1', JOB, '', {
  '/max_upload_bytes': [4_999_999, 1_000_000_001, 6_000_000.5, '5000000', 2_000_000],
  ' → /max_upload_bytes': [{ destination_conf: IBM, max_upload_bytes: 1_999_999 }],
  '/transformer_id': [0, 1.5, '1', 7],
  '/logpull_options': [
    ...['feilds=RayID', 'RayID', 'fields=RayID,RayId', 'fields=QueryName', 'fields=', 'timestamps=rfc3339ns'],
    ...['fields=RayID&fields=ClientIP', 'sample=0', 'sample=1.1', 'sample=0x1', 'CVE-2021-44228=yes'],
    ...['https://example.com/logs', `fields=${'RayID,'.repeat(700)}RayID`, { fields: 'RayID' }],
  ],
  '/output_options/stringify_object': ['true'],
  '/filter': [
    ...[{ where: LEAF }, '{where', '[]', '{}', JSON.stringify({ where: LEAF, limit: 1 })],
    ...CONDITIONS.map((where) => JSON.stringify({ where })),
  ],
});

const DNS_JOB = { destination_conf: R2, dataset: 'dns_logs', output_options: {} };

refuses('POST /logpush/jobs, PUT /logpush/jobs/2', DNS_JOB, '', {
  '/filter_attack_traffic': [true],
  '/output_options/merge_subrequests': [true],
});

it.each([
  [`/rulesets/${FIELDS}`, 204],
  [`/rulesets/${FIELDS}/rules/${RULE}`, 200],
  ['/logpush/jobs/1', 200],
  ['/logpush/jobs/7', 404],
])('a dry run of DELETE %s deletes nothing', async (path, status) => {
  const emulator = createEmulator({ seed: SEED });
  const before = emulator.control.snapshot();
  expect((await caller(emulator)('DELETE', dry(path))).status).toBe(status);
  expect(emulator.control.snapshot()).toEqual(before);
});
