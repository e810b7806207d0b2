import { authenticationHeaders } from '../../../provider-shim/api/address/credentials';
import { credentialFaults, resolveCredentials } from '../../../provider-shim/api/address/resolve-credentials';

const TOKEN = { scheme: 'token', token: 'token-1' };
const KEY = { scheme: 'key', email: 'me@example.com', key: 'key-1' };

describe('credentials', () => {
  test.each([
    ['a token in the configuration', { api_token: 'token-1' }, {}, TOKEN],
    ['a key in the configuration', { email: 'me@example.com', api_key: 'key-1' }, {}, KEY],
    ['a token in the environment', {}, { ZONEWRIGHT_API_TOKEN: 'token-1' }, TOKEN],
    [
      'a key in the environment',
      {},
      { ZONEWRIGHT_EMAIL: 'me@example.com', ZONEWRIGHT_API_KEY: 'key-1' },
      KEY,
    ],
    [
      'the e-mail from the configuration and the key from the environment',
      { email: 'me@example.com' },
      { ZONEWRIGHT_API_KEY: 'key-1' },
      KEY,
    ],
    [
      'the token of the configuration over the key of the environment',
      { api_token: 'token-1' },
      { ZONEWRIGHT_EMAIL: 'x@example.com', ZONEWRIGHT_API_KEY: 'other' },
      TOKEN,
    ],
    [
      'the key of the configuration over the token of the environment',
      { email: 'me@example.com' },
      { ZONEWRIGHT_API_TOKEN: 'other', ZONEWRIGHT_API_KEY: 'key-1' },
      KEY,
    ],
    [
      'an empty variable as absent',
      {},
      { ZONEWRIGHT_API_TOKEN: 'token-1', ZONEWRIGHT_EMAIL: '', ZONEWRIGHT_API_KEY: '' },
      TOKEN,
    ],
  ])('can be %s', (_case, config, environment, expected) => {
    expect(resolveCredentials({ config, environment })).toEqual(expected);
  });

  test.each([
    ['nothing', {}, {}, [['credentials_missing']]],
    [
      'both schemes in the configuration',
      { api_token: 't', email: 'e', api_key: 'k' },
      {},
      [['credentials_conflict', 'api_token']],
    ],
    [
      'both schemes in the environment',
      {},
      { ZONEWRIGHT_API_TOKEN: 't', ZONEWRIGHT_API_KEY: 'k' },
      [['credentials_conflict', 'api_token']],
    ],
    ['an e-mail alone', { email: 'e' }, {}, [['credentials_incomplete', 'api_key']]],
    ['a key alone', { api_key: 'k' }, {}, [['credentials_incomplete', 'email']]],
    [
      'half a key, with a token in the environment',
      { email: 'e' },
      { ZONEWRIGHT_API_TOKEN: 't' },
      [['credentials_incomplete', 'api_key']],
    ],
    [
      'an empty token',
      { api_token: '' },
      { ZONEWRIGHT_API_TOKEN: 't' },
      [['credentials_empty', 'api_token']],
    ],
    [
      'an empty e-mail and an empty key',
      { email: '', api_key: '' },
      {},
      [
        ['credentials_empty', 'email'],
        ['credentials_empty', 'api_key'],
      ],
    ],
    [
      'an e-mail and a key that cannot be headers',
      { email: 'mé@example.com', api_key: 'k\r\nx-evil: 1' },
      {},
      [
        ['credentials_not_a_header', 'email'],
        ['credentials_not_a_header', 'api_key'],
      ],
    ],
  ])('cannot be %s', (_case, config, environment, expected) => {
    const problems = resolveCredentials({ config, environment });
    expect('scheme' in problems ? problems : problems.map(({ code, path }) => [code, ...path])).toEqual(
      expected,
    );
  });

  test.each([
    ['a line break at the end', 'abc\n', 'a line break at character 4 of 4'],
    ['a space', 'abc def', 'a space at character 4 of 7'],
    ['a letter of Latin-1', 'abcé', 'a character outside ASCII at character 4 of 4'],
  ])('cannot be a token with %s, which is not shown', (_case, token, fault) => {
    expect(resolveCredentials({ config: {}, environment: { ZONEWRIGHT_API_TOKEN: token } })).toEqual([
      {
        code: 'credentials_not_a_header',
        path: ['api_token'],
        message:
          `The value of the environment variable ZONEWRIGHT_API_TOKEN has ${fault}, ` +
          'so it cannot be sent as a header.',
        hint:
          'Only printable ASCII characters without spaces are allowed. ' +
          'Check how the value was copied or read from a file.',
      },
    ]);
  });

  test.each([
    ['nothing, which the environment completes', {}, []],
    ['half a key, which the environment completes', { email: 'e' }, []],
    ['both schemes, which is for the rule of the schema', { api_token: 't', email: 'e', api_key: 'k' }, []],
    [
      'an empty token beside a key that cannot be a header',
      { api_token: '', email: null, api_key: 'k\n' },
      [
        ['credentials_empty', 'api_token'],
        ['credentials_not_a_header', 'api_key'],
      ],
    ],
  ])('are checked one by one while the environment is unknown: %s', (_case, config, expected) => {
    expect(credentialFaults(config).map(({ code, path }) => [code, ...path])).toEqual(expected);
  });

  test('cannot be a token with its scheme, and the error says so', () => {
    expect(resolveCredentials({ config: { api_token: 'Bearer abc' }, environment: {} })).toEqual([
      expect.objectContaining({
        hint: 'Give only the token, without the word "Bearer": the client adds it.',
      }),
    ]);
  });

  test('that are missing are an error that names every way to set them', () => {
    const problems = JSON.stringify(resolveCredentials({ config: {}, environment: {} }));
    const ways = [
      'api_token',
      'email',
      'api_key',
      'ZONEWRIGHT_API_TOKEN',
      'ZONEWRIGHT_EMAIL',
      'ZONEWRIGHT_API_KEY',
    ];
    expect(ways.filter((way) => !problems.includes(way))).toEqual([]);
  });

  test.each([
    ['token', TOKEN, { authorization: 'Bearer token-1' }],
    ['key', KEY, { 'x-auth-email': 'me@example.com', 'x-auth-key': 'key-1' }],
  ])('of the scheme %s become the specified headers', (_case, credentials, expected) => {
    expect(authenticationHeaders(credentials as Parameters<typeof authenticationHeaders>[0])).toEqual(
      expected,
    );
  });
});
