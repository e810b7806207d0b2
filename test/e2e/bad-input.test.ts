import { createWorkspace } from '../support/workspace';
import {
  GOOD,
  flat,
  names,
  printed,
  resource,
  service,
  untouched,
  useGoodZone,
  workspace,
} from './good-zone';

useGoodZone('workspace');

/** Every bad input is reported as early as it can be known, on the attribute at fault, and nothing is lost. */
interface BadInput {
  readonly name: string;
  readonly config: string;
  /** The line that the engine shows as the place. */
  readonly at: string;
  /** Seen, allowed, to do: what the text says. */
  readonly says: readonly string[];
}

const AT_VALIDATE: readonly BadInput[] = [
  {
    name: 'a null in a list',
    config: resource(`cookies = [null]`),
    at: 'cookies = [null]',
    says: ['null', 'Remove'],
  },
  {
    name: 'a base URL that is not one',
    config: resource(`cookies = ["a"]`, `base_url = "example.com/v4"`),
    at: 'base_url = "example.com/v4"',
    says: ['is not an absolute URL', 'with its version prefix'],
  },
  {
    name: 'plain http over a network',
    config: resource(`cookies = ["a"]`, `base_url = "http://192.0.2.1/v4"`),
    at: 'base_url = "http://192.0.2.1/v4"',
    says: ['unencrypted', 'Use https.'],
  },
  {
    name: 'a password in the base URL, which is not shown',
    config: resource(`cookies = ["a"]`, `base_url = "https://someone:hunter2@api.example.com/v4"`),
    at: 'provider "zone" {',
    says: ['contains a user name or a password', 'Remove the part before "@"'],
  },
  {
    name: 'a token in a base URL that is not absolute, which is not shown',
    config: resource(`cookies = ["a"]`, `base_url = "someone:hunter2@api.example.com/v4?token=hunter2"`),
    at: 'provider "zone" {',
    says: ['is not an absolute URL'],
  },
  {
    name: 'both ways to authenticate',
    config: resource(`cookies = ["a"]`, `api_token = "t0ken"\nemail = "a@example.com"`),
    at: 'provider "zone" {',
    says: ['api_token', 'Keep one: a token'],
  },
  {
    name: 'an empty token',
    config: resource(`cookies = ["a"]`, `api_token = ""`),
    at: 'provider "zone" {',
    says: ['api_token is an empty string', 'ZONEWRIGHT_API_TOKEN'],
  },
  {
    name: 'a limit out of range',
    config: resource(`cookies = ["a"]`, `max_custom_fields = 0`),
    at: 'max_custom_fields = 0',
    says: ['0 is out of range', 'Allowed: 1 to 500.'],
  },
];

const AT_PLAN: readonly BadInput[] = [
  {
    name: 'a 41st field over all three lists',
    config: resource(`request_headers = ${names(20)}\n  response_headers = ${names(20)}\n  cookies = ["c"]`),
    at: 'cookies = ["c"]',
    says: [
      'There are 41 custom fields (request_headers 20, response_headers 20, cookies 1)',
      'at most 40',
      'Remove 1.',
    ],
  },
  {
    name: 'more fields than the provider is told to allow',
    config: resource(`cookies = ["a", "b"]`, `max_custom_fields = 1`),
    at: 'cookies = ["a", "b"]',
    says: ['at most 1'],
  },
  {
    name: 'half of the credentials',
    config: resource(`cookies = ["a"]`, `email = "a@example.com"`),
    at: 'provider "zone"',
    says: ['The api_key is missing', 'ZONEWRIGHT_API_KEY'],
  },
  {
    name: 'a wrong token',
    config: resource(`cookies = ["a"]`, `api_token = "${'w'.repeat(40)}"`),
    at: 'zone_log_custom_fields.main',
    says: ['9109'],
  },
  {
    name: 'a key used as a token',
    config: resource(`cookies = ["a"]`, `api_token = "short"`),
    at: 'zone_log_custom_fields.main',
    says: ['6003'],
  },
  {
    name: 'a wrong key',
    config: resource(`cookies = ["a"]`, `email = "a@example.com"\napi_key = "${'0'.repeat(37)}"`),
    at: 'zone_log_custom_fields.main',
    says: ['the service'],
  },
  {
    name: 'a zone that does not exist',
    config: resource(`zone_id = "${'0'.repeat(32)}"\n  cookies = ["a"]`),
    at: 'zone_log_custom_fields.main',
    says: [`Zone ${'0'.repeat(32)} does not exist.`, 'or correct zone_id', 'base_url'],
  },
  {
    name: 'a service that cannot be reached',
    config: resource(`cookies = ["a"]`, `base_url = "http://127.0.0.1:1/v4"\nmax_retries = 0`),
    at: 'zone_log_custom_fields.main',
    says: ['127.0.0.1:1', 'ECONNREFUSED'],
  },
];

test.each(AT_VALIDATE.map((input) => [input.name, input] as const))(
  'terraform validate refuses what is wrong with the configuration itself %s',
  async (_name, { config, at, says }) => {
    workspace.write('main.tf', config);
    await untouched(async () => {
      const result = await workspace.validate();
      expect(result.exitCode).toBe(1);
      for (const text of [at, ...says]) expect(printed(result)).toContain(flat(text));
      expect(printed(result)).not.toContain('hunter2');
    });
  },
);

describe('terraform plan refuses what is wrong once the provider is configured', () => {
  test.each(AT_PLAN.map((input) => [input.name, input] as const))(
    '%s',
    async (_name, { config, at, says }) => {
      workspace.write('main.tf', config);
      await untouched(async () => {
        const result = await workspace.plan();
        expect(result.exitCode).toBe(1);
        for (const text of [at, ...says]) expect(printed(result)).toContain(flat(text));
      });
    },
  );

  test.each([
    [
      'missing credentials: the error names every way to set them',
      'ZONEWRIGHT_BASE_URL',
      ['api_token', 'ZONEWRIGHT_API_TOKEN', 'ZONEWRIGHT_EMAIL', 'ZONEWRIGHT_API_KEY', 'zonewright doctor'],
    ],
    [
      'a missing base URL: the error names the attribute, the variable and the emulator',
      'ZONEWRIGHT_API_TOKEN',
      ['base_url', 'ZONEWRIGHT_BASE_URL', 'zonewright emulator', 'zonewright doctor'],
    ],
  ])('%s', async (_what, only, ways) => {
    const env = { [only]: service.env[only] };
    const bare = await createWorkspace({ startedBy: 'workspace', env, files: { 'main.tf': GOOD } });
    await bare.ready();
    const text = printed(await bare.plan());
    for (const way of ways) expect(text).toContain(way);
  });
});
