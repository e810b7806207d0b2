import type { Model, ServiceSettings } from '../../../emulator';
import {
  createEmulator,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
  DEFAULT_ZONE_NAME,
  PROFESSIONAL_ZONE_ID,
} from '../../../emulator';
import { caller, ENTRY_POINT, FIELDS_RULESET, fieldsRule } from '../client';
import { JOBS, R2 } from '../logpush/job-client';

const READER = 'reader-token-0123456789abcdefghijklmnopqrstuv';

/** An error as both models answer it. */
interface Case {
  readonly zone?: string;
  readonly token?: string;
  readonly request: readonly [method: string, path: string, body?: unknown];
  readonly settings?: Partial<ServiceSettings>;
  readonly answers: Readonly<Record<Model, readonly [status: number, error: object]>>;
}

const same = (status: number, error: object): Case['answers'] => ({
  specification: [status, error],
  today: [status, error],
});

const NO_FIELDS = 'could not find entrypoint ruleset in the http_log_custom_fields phase';
const GONE = 'This operation of the previous managed rules is retired; the ruleset API replaces it';
const JOB = { destination_conf: R2 };

const CASES: Readonly<Record<string, Case>> = {
  'a missing entry point': {
    request: ['GET', ENTRY_POINT],
    answers: same(404, { code: 10003, message: NO_FIELDS }),
  },
  'a missing entry point with the code that some clients expect': {
    request: ['GET', `${ENTRY_POINT}/versions/1`],
    settings: { missingEntryPointCode: 10001 },
    answers: same(404, { code: 10001, message: NO_FIELDS }),
  },
  'a phase that the plan does not include': {
    zone: PROFESSIONAL_ZONE_ID,
    request: ['POST', '/rulesets', FIELDS_RULESET],
    settings: { enterpriseOnlyCustomFields: true },
    answers: {
      specification: [
        403,
        {
          code: 20021,
          message:
            "'http_log_custom_fields' is not a valid value for phase because the professional plan does not include it",
          source: { pointer: '/phase' },
        },
      ],
      today: [400, { code: 50002, message: 'not entitled to use the phase http_log_custom_fields' }],
    },
  },
  'a missing permission': {
    token: READER,
    request: ['POST', JOBS, JOB],
    answers: {
      specification: [403, { code: 10000, message: 'Authentication error' }],
      today: [
        403,
        {
          code: 10000,
          message: 'Forbidden',
          documentation_url:
            'https://developers.cloudflare.com/api/resources/logpush/subresources/jobs/methods/create',
        },
      ],
    },
  },
  'a missing permission for an operation without a page': {
    token: READER,
    request: ['GET', '/waf_migration/status'],
    answers: {
      specification: [403, { code: 10000, message: 'Authentication error' }],
      today: [403, { code: 10000, message: 'Forbidden' }],
    },
  },
  'another permission of rulesets': {
    token: READER,
    request: ['PUT', ENTRY_POINT, { rules: [] }],
    answers: same(403, { message: 'request is not authorized' }),
  },
  'a member that the service does not know': {
    request: ['PUT', ENTRY_POINT, { kind: 'zone', rules: [] }],
    answers: {
      specification: [
        400,
        {
          code: 20021,
          message:
            "'zone' is not a valid value for kind because there is no such member; allowed here: id, version, last_updated, name, description, rules",
          source: { pointer: '/kind' },
        },
      ],
      today: [400, { message: 'invalid JSON: unknown field "kind"' }],
    },
  },
  'a blank expression': {
    request: [
      'PUT',
      ENTRY_POINT.replace('log_custom_fields', 'request_firewall_managed'),
      {
        rules: [{ action: 'skip', expression: ' ', action_parameters: { ruleset: 'current' } }],
      },
    ],
    answers: {
      specification: [
        400,
        {
          code: 20125,
          message: "' ' is not a valid value for expression because it must not be blank",
          source: { pointer: '/rules/0/expression' },
        },
      ],
      today: [
        400,
        {
          code: 20125,
          message: "' ' is not a valid value for expression because the expression cannot be blank",
          source: { pointer: '/rules/0/expression' },
        },
      ],
    },
  },
  'an action of another phase': {
    request: ['PUT', ENTRY_POINT, { rules: [{ ...fieldsRule('a'), action: 'block' }] }],
    answers: {
      specification: [
        400,
        {
          code: 20021,
          message: "'block' is not a valid value for action because it must be 'log_custom_field'",
          source: { pointer: '/rules/0/action' },
        },
      ],
      today: [
        400,
        {
          code: 20021,
          message:
            "'block' is not a valid value for action because it is not possible to use the block action in a ruleset with phase http_log_custom_fields and kind zone",
          source: { pointer: '/rules/0/action' },
        },
      ],
    },
  },
  'one log push job too many': {
    request: ['POST', JOBS, JOB],
    settings: { logpushJobs: 1 },
    answers: same(403, {
      code: 1004,
      message: 'creating a new job is not allowed: exceeded max jobs allowed',
    }),
  },
  'a retired operation': {
    request: ['GET', '/firewall/waf/overrides'],
    settings: { uriOverrides: 'retired' },
    answers: same(410, { code: 1040, message: GONE }),
  },
};

describe.each<Model>(['specification', 'today'])('in the model %s', (model) => {
  it.each(Object.entries(CASES))(
    '%s',
    async (_name, { zone = DEFAULT_ZONE_ID, token, request, settings, answers }) => {
      const emulator = createEmulator({
        seed: {
          zones: [
            { id: DEFAULT_ZONE_ID, name: DEFAULT_ZONE_NAME, logpush: { jobs: [JOB] } },
            { id: PROFESSIONAL_ZONE_ID, name: 'example.net', plan: 'professional' },
          ],
          credentials: {
            tokens: [{ token: DEFAULT_TOKEN }, { token: READER, permissions: ['rulesets:read'] }],
            keys: [],
          },
        },
        settings: { model, ...settings },
      });
      const { status, body } = await caller(emulator, zone, token)(...request);
      const [expectedStatus, error] = answers[model];
      expect([status, body]).toEqual([
        expectedStatus,
        { result: null, success: false, errors: [error], messages: [] },
      ]);
    },
  );
});

test('the code for a phase that the plan does not include can be the one that others guessed', async () => {
  const emulator = createEmulator({ settings: { model: 'today', notEntitledCode: 20113 } });
  const { body } = await caller(emulator, PROFESSIONAL_ZONE_ID)('POST', '/rulesets', FIELDS_RULESET);
  expect(body.errors[0]?.code).toBe(20113);
});
