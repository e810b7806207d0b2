import { Testing } from 'cdktf';
import { ZoneProvider, type ZoneProviderProps } from '../../lib';
import { packageVersion } from '../../lib/provider/package-root';
import { SECRET, warningsOf } from './logpush-stack';
import { synth, testStack, validationErrors } from './synth';

function stackWith(props: ZoneProviderProps) {
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
  const warnings = ({ stack, provider }: ReturnType<typeof stackWith>): readonly unknown[] => {
    validationErrors(stack);
    return warningsOf(provider);
  };

  test.each([
    ['apiToken', 'ZONEWRIGHT_API_TOKEN'],
    ['apiKey', 'ZONEWRIGHT_API_KEY'],
  ])('in clear text bring a warning for %s that does not repeat them', (prop, variable) => {
    const printed = jest.spyOn(process, 'emitWarning').mockImplementation();
    const warning = `${prop} is in clear text, so it ends up in the synthesized files. Remove it and set ${variable} in the environment of terraform, or pass a TerraformVariable that is sensitive.`;
    expect(warnings(stackWith({ [prop]: SECRET }))).toEqual([warning]);
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
    expect(warnings(stackWith(props))).toEqual([]);
  });

  test('are in no validation error', () => {
    const { stack } = stackWith({ apiToken: SECRET, maxRetries: 99 });
    expect(validationErrors(stack).join()).toContain('maxRetries');
    expect(validationErrors(stack).join()).not.toContain(SECRET);
  });
});
