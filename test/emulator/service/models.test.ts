import type { Model } from '../../../emulator';
import { createEmulator, DEFAULT_TOKEN, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../../emulator';
import { caller, ENTRY_POINT, FIELDS_RULESET, fieldsRule } from '../client';
import { JOBS, R2 } from '../logpush/job-client';

const READER = 'reader-token-0123456789abcdefghijklmnopqrstuv';
const MANAGED = ENTRY_POINT.replace('log_custom_fields', 'request_firewall_managed');
const JOB = { destination_conf: R2 };

const invalid = (member: string, value: string, reason: string, pointer = `/${member}`, code = 20021) => [
  400,
  { code, message: `'${value}' is not a valid value for ${member} because ${reason}`, source: { pointer } },
];
const OK = [200];
const error = (status: number, code: number, message: string) => [status, { code, message }];
const FULL_ZONE = 'f'.repeat(32);

const SKIP = { action: 'skip', expression: ' ', action_parameters: { ruleset: 'current' } };
const BLOCK = { ...fieldsRule('a'), action: 'block' };
const STRINGIFIED = { ...JOB, output_options: { stringify_object: null } };
const NO_ACTION = `it is not possible to use the block action in a ruleset with phase ${FIELDS_RULESET.phase} and kind zone`;
const NO_JOBS =
  "creating job for product 'http_requests' is not allowed: the professional plan has no log push";
const NO_MORE = 'creating a new job is not allowed: exceeded max jobs allowed';
const NAME = 'it must be letters, digits, "-" and "."';
const AT_EXPRESSION = ['/rules/0/expression', 20125] as const;

type Sent = readonly [method: string, path: string, body: unknown, zone?: string, token?: string];

/** A request and the answers of the two models: status, and the error if there is one. */
const CASES: readonly (readonly [what: string, sent: Sent, specification: unknown[], today: unknown[]])[] = [
  [
    'a phase that the plan does not include',
    ['POST', '/rulesets', FIELDS_RULESET, PROFESSIONAL_ZONE_ID],
    OK,
    error(400, 50002, `not entitled to use the phase ${FIELDS_RULESET.phase}`),
  ],
  [
    'a missing permission',
    ['POST', JOBS, JOB, DEFAULT_ZONE_ID, READER],
    error(403, 10000, 'Authentication error'),
    error(403, 10000, 'Forbidden'),
  ],
  [
    'a blank expression',
    ['PUT', MANAGED, { rules: [SKIP] }],
    invalid('expression', ' ', 'it must not be blank', ...AT_EXPRESSION),
    invalid('expression', ' ', 'the expression cannot be blank', ...AT_EXPRESSION),
  ],
  [
    'an action of another phase',
    ['PUT', ENTRY_POINT, { rules: [BLOCK] }],
    invalid('action', 'block', "it must be 'log_custom_field'", '/rules/0/action'),
    invalid('action', 'block', NO_ACTION, '/rules/0/action'),
  ],
  [
    'a job in a zone of another plan',
    ['POST', JOBS, JOB, PROFESSIONAL_ZONE_ID],
    error(403, 1004, NO_JOBS),
    OK,
  ],
  [
    'a job with _ in its name',
    ['POST', JOBS, { ...JOB, name: 'my_job.1-a' }],
    invalid('name', 'my_job.1-a', NAME, '/name', 1001),
    OK,
  ],
  [
    'a job with stringify_object',
    ['POST', JOBS, STRINGIFIED],
    [400, expect.objectContaining({ source: { pointer: '/output_options/stringify_object' } })],
    OK,
  ],
  ['a fifth job', ['POST', JOBS, JOB, FULL_ZONE], OK, error(403, 1004, NO_MORE)],
];

describe.each<[Model, 2 | 3]>([
  ['specification', 2],
  ['today', 3],
])('in the model %s', (model, column) => {
  it.each(CASES)('%s', async (...row) => {
    const [method, path, sent, zone, token] = row[1];
    const emulator = createEmulator({
      seed: {
        zones: [
          { id: DEFAULT_ZONE_ID, name: 'example.com' },
          { id: PROFESSIONAL_ZONE_ID, name: 'example.net', plan: 'professional' },
          { id: FULL_ZONE, name: 'full.example', logpush: { jobs: [JOB, JOB, JOB, JOB] } },
        ],
        credentials: {
          tokens: [{ token: DEFAULT_TOKEN }, { token: READER, permissions: ['rulesets:read'] }],
        },
      },
      settings: { model },
    });
    const { status, body } = await caller(emulator, zone, token)(method, path, sent);
    expect([status, ...body.errors]).toEqual(row[column]);
  });
});

describe('a job of which nothing is set (docs/internals/service.md 5.2)', () => {
  /** What an official client sends for settings that its user left out. */
  const CLIENT_DEFAULTS = {
    filter: '',
    frequency: 'high',
    logpull_options: '',
    max_upload_bytes: 0,
    max_upload_interval_seconds: 0,
    max_upload_records: 0,
    name: '',
  };

  /** The recorded answer of today. */
  const RECORDED = {
    id: 1,
    dataset: 'http_requests',
    destination_conf: R2,
    enabled: false,
    error_message: null,
    frequency: 'high',
    kind: '',
    last_complete: null,
    last_error: null,
    time_created: '2025-01-01T00:00:00.001000Z',
  };

  it.each([
    ['nothing else', {}],
    ['the defaults of a client', CLIENT_DEFAULTS],
    ['null', { name: null, filter: null, output_options: null, frequency: null }],
  ])('lacks it in the answers of today after a creation with %s', async (_name, members) => {
    const call = caller(createEmulator({ settings: { model: 'today' } }));
    expect((await call('POST', JOBS, { ...JOB, ...members })).body.result).toEqual(RECORDED);
    expect((await call('GET', JOBS)).body.result).toEqual([RECORDED]);
    expect((await call('PUT', `${JOBS}/1`, RECORDED)).body.result).toEqual(RECORDED);
  });
});

describe('the destination of a job (docs/internals/service.md 5.2)', () => {
  it.each<[Model, number]>([
    ['specification', 0],
    ['today', 1],
  ])('is tested with a file in the model %s, if it is an object store: %s', async (model, files) => {
    const emulator = createEmulator({ settings: { model } });
    expect((await caller(emulator)('POST', JOBS, JOB)).status).toBe(200);
    expect(emulator.control.destinations.files()).toHaveLength(files);
    emulator.control.destinations.refuse('r2://', 'no access');
    expect((await caller(emulator)('PUT', `${JOBS}/1`, {})).status).toBe(files === 0 ? 200 : 400);
  });
});
