import { join } from 'node:path';
import { App, TerraformStack, Testing } from 'cdktf';
import {
  LogCustomFields,
  PROVIDER_FOLDER_CONTEXT,
  PROVIDER_PLATFORMS_CONTEXT,
  ZoneProvider,
  type ZoneProviderProps,
} from '../../lib';
import { packageVersion } from '../../lib/provider/package-root';
import { fakeBuild, filesUnder, mirrorLayout, temporaryFolder } from './fake-provider';
import { synth, synthPart, testStack, validationErrors } from './synth';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const SECRET = 'planted-secret-4711';

function stackWith(props: ZoneProviderProps): { stack: TerraformStack; provider: ZoneProvider } {
  const stack = testStack();
  return { stack, provider: new ZoneProvider(stack, 'zone', props) };
}

describe('ZoneProvider', () => {
  test('adds its release to the stack, and nothing else', () => {
    const { stack } = stackWith({});
    expect(synth(stack)).toEqual({
      terraform: {
        backend: { local: { path: 'terraform.tfstate' } },
        required_providers: {
          zone: { source: 'registry.terraform.io/zonewright/zone', version: packageVersion() },
        },
      },
      provider: { zone: [{}] },
    });
  });

  test('can be synthesized to HCL', () => {
    const { stack } = stackWith({ baseUrl: 'https://api.example.com', maxRetries: 2 });
    expect(Testing.synthHcl(stack, true)).toContain(
      'provider "zone" {\nbase_url = "https://api.example.com"\nmax_retries = 2\n}',
    );
  });
});

describe('credentials of ZoneProvider', () => {
  const warnings = (provider: ZoneProvider): readonly unknown[] => {
    validationErrors(TerraformStack.of(provider));
    return provider.node.metadata
      .filter(({ type }) => type === '@cdktf/warn')
      .map(({ data }) => data as unknown);
  };

  test.each([
    ['apiToken', 'ZONEWRIGHT_API_TOKEN'],
    ['apiKey', 'ZONEWRIGHT_API_KEY'],
  ])('in clear text bring a warning for %s that does not repeat them', (prop, variable) => {
    const printed = jest.spyOn(process, 'emitWarning').mockImplementation();
    const warning = `${prop} is in clear text, so it ends up in the synthesized files. Remove it and set ${variable} in the environment of terraform, or pass a TerraformVariable that is sensitive.`;
    expect(warnings(stackWith({ [prop]: SECRET }).provider)).toEqual([warning]);
    const created = expect.stringMatching(
      / \(created at test\/lib\/zone-provider\.test\.ts:\d+\)$/,
    ) as string;
    expect(printed.mock.calls.map(([text]) => text)).toEqual([created]);
    expect(printed.mock.calls[0]?.[0]).toContain(`stack/zone: ${warning} (`);
    printed.mockRestore();
  });

  test.each([
    ['none', {}],
    ['an expression', { apiToken: '${var.token}' }],
  ])('bring no warning with %s', (_, props) => {
    expect(warnings(stackWith(props).provider)).toEqual([]);
  });

  test('are in no validation error', () => {
    const { stack } = stackWith({ apiToken: SECRET, maxRetries: 99 });
    expect(validationErrors(stack).join()).toContain('maxRetries');
    expect(validationErrors(stack).join()).not.toContain(SECRET);
  });
});

describe('synthesizing an app', () => {
  const version = packageVersion();
  const mirrorIn = (outdir: string, stack: string): string =>
    join(outdir, 'stacks', stack, 'terraform.d', 'plugins');

  function app(folder: string, outdir = temporaryFolder()): App {
    return new App({ outdir, context: { [PROVIDER_FOLDER_CONTEXT]: folder } });
  }

  test('places the provider in the folder of each stack that uses it, and in no other', () => {
    const example = app(fakeBuild(version));
    const stack = testStack('fields', example);
    new ZoneProvider(stack, 'zone');
    new ZoneProvider(stack, 'other', { alias: 'other' });
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'] });
    testStack('unrelated', example);
    example.synth();
    expect(filesUnder(mirrorIn(example.outdir, 'fields'))).toEqual(mirrorLayout(version));
    expect(filesUnder(join(example.outdir, 'stacks', 'unrelated'))).toEqual(['cdk.tf.json']);
  });

  test('refuses a platform that the package has no provider for', () => {
    const context = { [PROVIDER_PLATFORMS_CONTEXT]: ['windows_amd64'] };
    const example = new App({ outdir: temporaryFolder(), context });
    new ZoneProvider(testStack('fields', example), 'zone');
    expect(() => example.synth()).toThrow(
      'The context zonewright:providerPlatforms is ["windows_amd64"]. It must be a list of platforms from linux_amd64',
    );
  });

  test('needs a built provider, but a test of a stack does not', () => {
    const example = app(temporaryFolder());
    const stack = testStack('fields', example);
    new ZoneProvider(stack, 'zone');
    expect(synthPart(stack, 'provider')).toEqual({ zone: [{}] });
    expect(() => example.synth()).toThrow('The Terraform provider has not been built');
  });
});
