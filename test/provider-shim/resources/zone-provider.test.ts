import { defineProvider } from '../../../provider-shim/framework';
import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { OBJECT_SCHEMAS, providerSchema, unknown } from '../../../schema';
import { connect, shownDiagnostics, type ShownDiagnostic } from '../framework/connected';
import { encoded, valueOf, type Plain } from '../framework/plain';

async function validated(config: Plain): Promise<readonly ShownDiagnostic[]> {
  const provider = createZoneProvider({
    environment: { ZONEWRIGHT_API_TOKEN: 'from-the-environment', ZONEWRIGHT_EMAIL: 'me@example.com' },
    folder: '/',
    version: '0.0.0',
    redact: () => undefined,
  });
  const reply = await connect(defineProvider(provider)).call('ValidateProviderConfig', {
    config: encoded(providerSchema, valueOf(providerSchema, config)),
  });
  return shownDiagnostics(reply.diagnostics);
}

async function configured(
  config: Plain,
  environment: Readonly<Record<string, string>>,
): Promise<readonly ShownDiagnostic[]> {
  const provider = createZoneProvider({
    environment: {
      ZONEWRIGHT_API_TOKEN: 'from-the-environment',
      ZONEWRIGHT_BASE_URL: 'https://api.example.com/client/v4',
      ...environment,
    },
    folder: '/',
    version: '0.0.0',
    redact: () => undefined,
  });
  const reply = await connect(provider).call('ConfigureProvider', {
    config: encoded(providerSchema, valueOf(providerSchema, config)),
  });
  return shownDiagnostics(reply.diagnostics);
}

test('the provider has the types of the schemas, by which everything knows its objects', () => {
  const {
    resources,
    dataSources,
    ephemerals = [],
  } = createZoneProvider({
    ...{ environment: {}, folder: '/', version: '0.0.0' },
    redact: () => undefined,
  });
  const schemas = [...resources, ...dataSources, ...ephemerals].map(({ schema }) => schema.type);
  expect(schemas.sort()).toEqual(OBJECT_SCHEMAS.map(({ type }) => type).sort());
});

describe('the environment of the provider', () => {
  test('that has a setting which is no number is refused, with what is allowed', async () => {
    expect(await configured({}, { ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: 'fast' })).toEqual([
      {
        severity: 'error',
        summary: 'The environment variable ZONEWRIGHT_MAX_REQUESTS_PER_SECOND is "fast".',
        detail:
          'Allowed: a whole number from 1 to 1000. Correct or unset it, or set max_requests_per_second in the provider ' +
          'block, which wins.',
      },
    ]);
  });

  test('does not matter where the configuration says it', async () => {
    const environment = { ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: 'fast' };
    expect(await configured({ max_requests_per_second: 5 }, environment)).toEqual([]);
  });
});

describe('the configuration of the provider', () => {
  test.each<readonly [string, Plain]>([
    ['nothing, which the environment completes', {}],
    ['half of the credentials, which the environment completes', { api_key: 'k' }],
    ['a token', { api_token: 't', base_url: 'https://api.example.com/client/v4' }],
    ['what is not known yet', { api_token: unknown, email: unknown, api_key: 'k', base_url: unknown }],
    ['plain http on loopback', { base_url: 'http://127.0.0.1:8080/client/v4' }],
  ])('can be %s', async (_case, config) => {
    expect(await validated(config)).toEqual([]);
  });

  test('with both ways to authenticate is refused once, without the line of the token', async () => {
    expect(await validated({ api_token: 't', email: 'me@example.com', api_key: 'k' })).toEqual([
      {
        severity: 'error',
        summary: 'Both ways to authenticate are set: the attribute api_token and the attribute api_key.',
        detail: 'Keep one: a token (api_token), or an e-mail address with its key (email and api_key).',
      },
    ]);
  });

  test.each<readonly [string, Plain, readonly string[] | undefined]>([
    ['an empty token', { api_token: '' }, undefined],
    ['an empty token beside a key', { api_token: '', email: 'me@example.com', api_key: 'k' }, undefined],
    ['a token that cannot be a header', { api_token: 'a b' }, undefined],
    ['an invalid base URL', { base_url: 'api.example.com' }, ['base_url']],
    ['plain http elsewhere', { base_url: 'http://api.example.com/client/v4' }, ['base_url']],
    ['a number out of range', { max_retries: 21 }, ['max_retries']],
    ['a fraction', { request_timeout: 0.5 }, ['request_timeout']],
  ])('with %s is refused once, on the attribute unless it is secret', async (_case, config, at) => {
    expect((await validated(config)).map((diagnostic) => [diagnostic.severity, diagnostic.at])).toEqual([
      ['error', at],
    ]);
  });
});
