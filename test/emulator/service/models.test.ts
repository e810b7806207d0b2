import type { Model } from '../../../emulator';
import { createEmulator, DEFAULT_TOKEN, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../../emulator';
import { caller, ENTRY_POINT, FIELDS_RULESET, fieldsRule } from '../client';
import { JOBS, R2 } from '../logpush/job-client';

const READER = 'reader-token-0123456789abcdefghijklmnopqrstuv';
const MANAGED = ENTRY_POINT.replace('log_custom_fields', 'request_firewall_managed');
const JOB = { destination_conf: R2 };

/** A request and the answers of the two models: status, and the error or `null`. */
interface Case {
  readonly zone?: string;
  readonly token?: string;
  readonly request: readonly [method: string, path: string, body?: unknown];
  readonly answers: Readonly<Record<Model, readonly [status: number, error: object | null]>>;
}

const refusal = (member: string, value: string, reason: string, pointer: string, code = 20021) => ({
  code,
  message: `'${value}' is not a valid value for ${member} because ${reason}`,
  source: { pointer },
});

const CASES: Readonly<Record<string, Case>> = {
  'a phase that the plan does not include': {
    zone: PROFESSIONAL_ZONE_ID,
    request: ['POST', '/rulesets', FIELDS_RULESET],
    answers: {
      specification: [200, null],
      today: [400, { code: 50002, message: 'not entitled to use the phase http_log_custom_fields' }],
    },
  },
  'a missing permission': {
    token: READER,
    request: ['POST', JOBS, JOB],
    answers: {
      specification: [403, { code: 10000, message: 'Authentication error' }],
      today: [403, { code: 10000, message: 'Forbidden' }],
    },
  },
  'a blank expression': {
    request: [
      'PUT',
      MANAGED,
      { rules: [{ action: 'skip', expression: ' ', action_parameters: { ruleset: 'current' } }] },
    ],
    answers: {
      specification: [400, refusal('expression', ' ', 'it must not be blank', '/rules/0/expression', 20125)],
      today: [
        400,
        refusal('expression', ' ', 'the expression cannot be blank', '/rules/0/expression', 20125),
      ],
    },
  },
  'an action of another phase': {
    request: ['PUT', ENTRY_POINT, { rules: [{ ...fieldsRule('a'), action: 'block' }] }],
    answers: {
      specification: [400, refusal('action', 'block', "it must be 'log_custom_field'", '/rules/0/action')],
      today: [
        400,
        refusal(
          'action',
          'block',
          'it is not possible to use the block action in a ruleset with phase http_log_custom_fields and kind zone',
          '/rules/0/action',
        ),
      ],
    },
  },
  'a job in a zone of another plan': {
    zone: PROFESSIONAL_ZONE_ID,
    request: ['POST', JOBS, JOB],
    answers: {
      specification: [
        403,
        {
          code: 1004,
          message:
            "creating job for product 'http_requests' is not allowed: the professional plan has no log push",
        },
      ],
      today: [200, null],
    },
  },
  'a job with _ in its name': {
    request: ['POST', JOBS, { ...JOB, name: 'my_job.1-a' }],
    answers: {
      specification: [
        400,
        refusal('name', 'my_job.1-a', 'it must be letters, digits, "-" and "."', '/name', 1001),
      ],
      today: [200, null],
    },
  },
  'a job with stringify_object': {
    request: ['POST', JOBS, { ...JOB, output_options: { stringify_object: null } }],
    answers: {
      specification: [
        400,
        expect.objectContaining({ source: { pointer: '/output_options/stringify_object' } }),
      ],
      today: [200, null],
    },
  },
  'a fifth job': {
    zone: 'f'.repeat(32),
    request: ['POST', JOBS, JOB],
    answers: {
      specification: [200, null],
      today: [403, { code: 1004, message: 'creating a new job is not allowed: exceeded max jobs allowed' }],
    },
  },
};

describe.each<Model>(['specification', 'today'])('in the model %s', (model) => {
  it.each(Object.entries(CASES))('%s', async (_name, { zone = DEFAULT_ZONE_ID, token, request, answers }) => {
    const emulator = createEmulator({
      seed: {
        zones: [
          { id: DEFAULT_ZONE_ID, name: 'example.com' },
          { id: PROFESSIONAL_ZONE_ID, name: 'example.net', plan: 'professional' },
          { id: 'f'.repeat(32), name: 'full.example', logpush: { jobs: [JOB, JOB, JOB, JOB] } },
        ],
        credentials: {
          tokens: [{ token: DEFAULT_TOKEN }, { token: READER, permissions: ['rulesets:read'] }],
        },
      },
      settings: { model },
    });
    const { status, body } = await caller(emulator, zone, token)(...request);
    const [expectedStatus, error] = answers[model];
    expect([status, body.errors]).toEqual([expectedStatus, error === null ? [] : [error]]);
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

  it('shows in those of the specification what was sent, and null', async () => {
    const { body } = await caller(createEmulator())('POST', JOBS, { ...JOB, ...CLIENT_DEFAULTS });
    const { time_created: _created, ...shown } = RECORDED;
    expect(body.result).toEqual({ ...shown, ...CLIENT_DEFAULTS, output_options: null });
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
