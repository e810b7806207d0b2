import { resolveCredentials } from '../../../provider-shim/api';
import { checkConfig, providerSchema, unknown } from '../../../schema';

type Written = Readonly<Record<string, unknown>>;

const conflict = (rival: string) => ({
  code: 'credentials_conflict',
  path: ['api_token'],
  message: `Both ways to authenticate are set: the attribute api_token and the attribute ${rival}.`,
  hint: 'Keep one: a token (api_token), or an e-mail address with its key (email and api_key).',
});

describe('the credentials in a configuration', () => {
  test.each<readonly [string, Written]>([
    ['nothing', {}],
    ['a token', { api_token: 't' }],
    ['a key and its e-mail address', { email: 'e', api_key: 'k' }],
    ['a token beside what is unset', { api_token: 't', email: null, api_key: undefined }],
    ['a token beside what is not known yet', { api_token: 't', email: unknown, api_key: unknown }],
    ['a key beside a token that is not known yet', { api_token: unknown, email: 'e', api_key: 'k' }],
    ['a token beside empty text, which is told elsewhere', { api_token: 't', email: '', api_key: '' }],
    ['empty text beside a key, which is told elsewhere', { api_token: '', email: 'e', api_key: 'k' }],
  ])('can be %s', (_case, config) => {
    expect(checkConfig(providerSchema, config)).toEqual([]);
  });

  test.each<readonly [string, Written, string]>([
    ['a token and a key', { api_token: 't', email: 'e', api_key: 'k' }, 'api_key'],
    ['a token and half a key', { api_token: 't', api_key: 'k' }, 'api_key'],
    ['a token and the other half', { api_token: 't', email: 'e' }, 'email'],
    ['a token and a half, the rest not known yet', { api_token: 't', email: 'e', api_key: unknown }, 'email'],
  ])('cannot be %s', (_case, config, rival) => {
    expect(checkConfig(providerSchema, config)).toEqual([conflict(rival)]);
  });

  test.each([
    { api_token: 't', api_key: 'k' },
    { api_token: 't', email: 'e' },
  ])('conflict with the names that the caller gives: %j', (config) => {
    expect(checkConfig(providerSchema, config)).toEqual(resolveCredentials({ config, environment: {} }));
  });
});
