import {
  authenticationHeaders,
  credentialFaults,
  resolveCredentials,
} from '../../../provider-shim/api/address/credentials';
import type { Explanation } from '../../../schema';

const TOKEN = { scheme: 'token', token: 'token-1' };
const KEY = { scheme: 'key', email: 'me@example.com', key: 'key-1' };

type Given = Parameters<typeof credentialFaults>[0];

const variables = (given: Given) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`ZONEWRIGHT_${name.toUpperCase()}`, value as string]),
  );
const WORDS = ['empty', 'Both', 'email is only half', 'api_key is only half', 'Neither', 'be sent'];
const inWords = ({ message, path = [] }: Explanation) =>
  [WORDS.find((word) => message.includes(word)), ...path].join(' ');

describe('credentials', () => {
  test.each<[string, Given, Given, object]>([
    ['a token in the configuration', { api_token: 'token-1' }, {}, TOKEN],
    ['a key in the configuration', { email: 'me@example.com', api_key: 'key-1' }, {}, KEY],
    ['a token in the environment', {}, { api_token: 'token-1' }, TOKEN],
    ['a key in the environment', {}, { email: 'me@example.com', api_key: 'key-1' }, KEY],
    ['the e-mail of one and the key of the other', { email: 'me@example.com' }, { api_key: 'key-1' }, KEY],
    ['the key of one and the e-mail of the other', { api_key: 'key-1' }, { email: 'me@example.com' }, KEY],
    ['the token of the block', { api_token: 'token-1' }, { email: 'x@x.org', api_key: 'other' }, TOKEN],
    ['the key of the block', { email: 'me@example.com' }, { api_token: 'other', api_key: 'key-1' }, KEY],
    ['an empty variable as absent', {}, { api_token: 'token-1', email: '', api_key: '' }, TOKEN],
  ])('can be %s', (_case, config, environment, expected) => {
    expect(resolveCredentials({ config, environment: variables(environment) })).toEqual(expected);
  });

  test.each<[string, Given, Given, readonly string[]]>([
    ['nothing', {}, {}, ['Neither']],
    ['both schemes in the block', { api_token: 't', email: 'e', api_key: 'k' }, {}, ['Both api_token']],
    ['both schemes in the environment', {}, { api_token: 't', api_key: 'k' }, ['Both api_token']],
    ['an e-mail alone', { email: 'e' }, {}, ['email is only half api_key']],
    ['a key alone', { api_key: 'k' }, {}, ['api_key is only half email']],
    ['half a key beside a token', { email: 'e' }, { api_token: 't' }, ['email is only half api_key']],
    ['an empty token', { api_token: '' }, { api_token: 't' }, ['empty api_token']],
    ['an empty e-mail and an empty key', { email: '', api_key: '' }, {}, ['empty email', 'empty api_key']],
    [
      'an e-mail and a key that cannot be headers',
      { email: 'mé@example.com', api_key: 'k\r\nx-evil: 1' },
      {},
      ['be sent email', 'be sent api_key'],
    ],
  ])('cannot be %s', (_case, config, environment, expected) => {
    const problems = resolveCredentials({ config, environment: variables(environment) });
    expect('scheme' in problems ? problems : problems.map(inWords)).toEqual(expected);
  });

  const CHARACTERS =
    'Only printable ASCII characters without spaces are allowed. Check how the value was copied or read from a file.';

  test.each([
    ['a line break at the end', 'abc\n', 'a line break at character 4 of 4', CHARACTERS],
    ['a space', 'abc def', 'a space at character 4 of 7', CHARACTERS],
    ['a tab', '\tabc', 'a tab at character 1 of 4', CHARACTERS],
    ['a carriage return', 'abc\r', 'a line break at character 4 of 4', CHARACTERS],
    ['a deletion', 'a\x7f', 'a control character at character 2 of 2', CHARACTERS],
    ['a letter of Latin-1', 'abcé', 'a character outside ASCII at character 4 of 4', CHARACTERS],
    [
      'its scheme',
      'Bearer abc',
      'a space at character 7 of 10',
      'Give only the token, without the word "Bearer": the client adds it.',
    ],
  ])('cannot be a token with %s, which is not shown', (_case, token, fault, hint) => {
    const where = 'environment variable ZONEWRIGHT_API_TOKEN';
    const message = `The value of the ${where} has ${fault}, so it cannot be sent as a header.`;
    expect(resolveCredentials({ config: {}, environment: { ZONEWRIGHT_API_TOKEN: token } })).toEqual([
      { path: ['api_token'], message, hint },
    ]);
  });

  test('are checked one by one while the environment is unknown', () => {
    expect(credentialFaults({ api_token: '', email: null, api_key: 'k\n' }).map(inWords)).toEqual([
      'empty api_token',
      'be sent api_key',
    ]);
  });

  test('that are missing are an error that names every way to set them', () => {
    const problems = JSON.stringify(resolveCredentials({ config: {}, environment: {} }));
    const variables = ['ZONEWRIGHT_API_TOKEN', 'ZONEWRIGHT_EMAIL', 'ZONEWRIGHT_API_KEY'];
    const ways = ['api_token', 'email', 'api_key', ...variables];
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
