import { NUMBER_SETTINGS } from '../../schema';
import { configure, isProblems, resolveRequestSettings } from '../../provider-shim/configure';

const NOTHING_SET = {
  request_timeout: null,
  max_retries: null,
  max_requests_per_second: null,
  max_failed_migrations: null,
};

describe('the settings of requests', () => {
  /** Each setting by itself, from the block and from the environment; null where it is not set. */
  test.each(Object.entries(NUMBER_SETTINGS))(
    '%s comes from the block first, then from the environment',
    (name, { variable, least, most }) => {
      const from = (block: number | null, environment: string | undefined): unknown =>
        resolveRequestSettings({ ...NOTHING_SET, [name]: block }, { [variable]: environment });
      for (const block of [least, most])
        for (const environment of [undefined, '', '3', 'many'])
          expect(from(block, environment)).toEqual({ [name]: block });
      for (const environment of [undefined, '']) expect(from(null, environment)).toEqual({});
      for (const value of [least, most]) expect(from(null, `${value}`)).toEqual({ [name]: value });
      for (const value of [least - 1, most + 1]) expect(from(null, `${value}`)).toHaveLength(1);
      expect(from(null, 'many')).toHaveLength(1);
    },
  );

  test.each(['-1', '+5', '1.5', '1e2', '0x10', 'NaN', ' ', 'ten', '9999999999', '5 5', '\u0000'])(
    'do not take %j for a number',
    (text) => {
      for (const { variable } of Object.values(NUMBER_SETTINGS))
        expect(resolveRequestSettings(NOTHING_SET, { [variable]: text })).toEqual([
          expect.objectContaining({
            message: expect.stringContaining(`environment variable ${variable} is `),
          }),
        ]);
    },
  );
});

/** Address, secret, proofs, most custom fields and approvals of a run, and warnings; else what is wrong. */
function configured(block: object, environment: Readonly<Record<string, string>>): string {
  const told: string[] = [];
  const unset = { base_url: null, api_token: null, email: null, api_key: null, max_custom_fields: null };
  const given = { ...NOTHING_SET, ...unset, require_approval: null, proof: null, ...block };
  const found = configure(given, {
    ...{ environment, folder: __dirname, userAgent: 'test', log: () => undefined },
    ...{ redact: (secret) => told.unshift(secret), warn: ({ message }) => told.push(message) },
  });
  if (isProblems(found)) return found.map(({ message, hint }) => `${message} ${hint}`).join(' ');
  const { service, proofs, maxCustomFields, requiresApproval } = found;
  return [service, proofs.isOn, maxCustomFields, requiresApproval, ...told].join(' ');
}

const HERE = { ZONEWRIGHT_BASE_URL: 'https://here.test/', ZONEWRIGHT_API_TOKEN: 'variable' };
const EMPTY = {
  ZONEWRIGHT_PROOF: '',
  ZONEWRIGHT_MAX_RETRIES: '',
  ZONEWRIGHT_EMAIL: '',
  NODE_TLS_REJECT_UNAUTHORIZED: '1',
};
const ONLY = { ZONEWRIGHT_ENVIRONMENT_ONLY: 'on', ZONEWRIGHT_PROOF: 'on' };
const BLOCK = { base_url: 'https://block.test', api_token: 'block' };
const OWN = { proof: 'on', max_custom_fields: 100, require_approval: true };
const KEY = { email: 'me@block.test', api_key: 'key' };
const LOCAL = { base_url: 'http://127.0.0.1:1' };
const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const CHECKED =
  'The environment variable NODE_TLS_REJECT_UNAUTHORIZED is not followed: certificates are checked.';
const NOTHING =
  /^Neither the configuration nor the environment gives the base URL .* Neither .* has credentials /;
const WRONG = `The environment variable ZONEWRIGHT_MAX_RETRIES is "21". Allowed: a whole number from 0 to 20. Correct or unset it, or set max_retries in the provider block, which wins. The environment variable ZONEWRIGHT_PROOF is "yes". Allowed: on or off. Correct or unset it, or set proof in the provider block, which wins.`;

test.each<[string, object, Readonly<Record<string, string>>, string | RegExp]>([
  ['nothing', {}, { ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '' }, NOTHING],
  ['variables, some empty', {}, { ...HERE, ...EMPTY }, 'https://here.test false 40 false variable'],
  ['wrong variables', {}, { ...HERE, ZONEWRIGHT_PROOF: 'yes', ZONEWRIGHT_MAX_RETRIES: '21' }, WRONG],
  ['a block', { ...BLOCK, ...OWN }, HERE, 'https://block.test true 100 true block'],
  ['a key', KEY, { ...HERE, ZONEWRIGHT_PROOF: 'on' }, 'https://here.test true 40 false key'],
  ['variables alone', BLOCK, { ...HERE, ...ONLY }, 'https://here.test true 40 false variable'],
  [
    'beside a key',
    { ...KEY, proof: 'off' },
    { ...HERE, ...ONLY },
    'https://here.test false 40 false variable',
  ],
  [
    'unchecked certificates',
    {},
    { ...HERE, ...UNCHECKED },
    `https://here.test false 40 false variable ${CHECKED}`,
  ],
  ['no certificates', LOCAL, { ...HERE, ...UNCHECKED }, 'http://127.0.0.1:1 false 40 false variable'],
  ['a token that does not count', BLOCK, ONLY, NOTHING],
  ['a key that does not count', KEY, ONLY, NOTHING],
])('a run works with %s', (_case, block, environment, expected) => {
  expect(configured(block, environment)).toEqual(
    typeof expected === 'string' ? expected : (expect.stringMatching(expected) as string),
  );
});
