import { defineProvider } from '../../../provider-shim/sdk/framework';
import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { OBJECT_SCHEMAS, providerSchema, unknown } from '../../../schema';
import { connect, shownDiagnostics, type ShownDiagnostic } from '../sdk/framework/connected';
import { encoded, valueOf, type Plain } from '../sdk/framework/plain';

async function validated(config: Plain): Promise<readonly ShownDiagnostic[]> {
  const provider = createZoneProvider({
    environment: { ZONEWRIGHT_API_TOKEN: 'from-the-environment', ZONEWRIGHT_EMAIL: 'me@example.com' },
    folder: '/',
    version: '0.0.0',
  });
  const reply = await connect(defineProvider(provider)).call('ValidateProviderConfig', {
    config: encoded(providerSchema, valueOf(providerSchema, config)),
  });
  return shownDiagnostics(reply.diagnostics);
}

test('the provider has the types of the schemas, by which everything knows its objects', () => {
  const { resources, dataSources } = createZoneProvider({ environment: {}, folder: '/', version: '0.0.0' });
  const schemas = [...resources, ...dataSources].map(({ schema }) => schema.type);
  expect(schemas.sort()).toEqual(OBJECT_SCHEMAS.map(({ type }) => type).sort());
});

describe('the configuration of the provider', () => {
  test.each<readonly [string, Plain]>([
    ['nothing, which the environment completes', {}],
    ['half of the credentials, which the environment completes', { api_key: 'k' }],
    ['a token', { api_token: 't', base_url: 'https://api.example.com/client/v4' }],
    ['what is not known yet', { api_token: unknown, email: unknown, api_key: 'k', base_url: unknown }],
    ['a key beside a token that is not known', { api_token: unknown, email: 'e', api_key: 'k' }],
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
    ['an invalid base URL', { base_url: 'api.example.com' }, ['base_url']],
    ['a number out of range', { max_retries: 21 }, ['max_retries']],
    ['a token and the half of a key', { api_token: 't', email: 'e', api_key: unknown }, undefined],
    ['an empty token beside a key', { api_token: '', email: 'e', api_key: 'k' }, undefined],
  ])('with %s is refused once, on the attribute unless it is secret', async (_case, config, at) => {
    expect((await validated(config)).map((diagnostic) => [diagnostic.severity, diagnostic.at])).toEqual([
      ['error', at],
    ]);
  });

  test('is refused where neither it nor the environment has an address and credentials', async () => {
    const connected = connect(createZoneProvider({ environment: {}, folder: '/', version: '0.0.0' }));
    const { diagnostics } = await connected.call('ConfigureProvider', {
      config: encoded(providerSchema, valueOf(providerSchema, {})),
    });
    expect(shownDiagnostics(diagnostics)).toEqual([
      {
        severity: 'error',
        summary: 'Neither the configuration nor the environment gives the base URL of the zone service.',
        detail: expect.stringMatching(/^Set base_url in the provider block or ZONEWRIGHT_BASE_URL/),
        at: ['base_url'],
      },
      {
        severity: 'error',
        summary: 'Neither the configuration nor the environment has credentials for the zone service.',
        detail: expect.stringMatching(/^Set one of: the attribute api_token;/),
      },
    ]);
  });
});
