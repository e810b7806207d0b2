import { byEngine, REGISTRY_HOSTS } from '../support/engine';
import { inLane } from '../support/lane';
import { createWorkspace, hcl, type Workspace } from '../support/workspace';

/** Functions that have nothing to do with zones, served with the framework to the real engine. */
let workspace: Workspace;

const PROVIDER = 'safe = { source = "test/safe" }';

beforeAll(async () => {
  workspace = await createWorkspace({
    fixture: 'safe',
    startedBy: inLane({ share: 'workspace', whole: 'engine' }),
    files: { 'main.tf': hcl('', PROVIDER) },
  });
  await workspace.ready();
});
afterAll(() => workspace.remove());

const RESULTS: Readonly<Record<string, unknown>> = {
  'provider::safe::stamp("ab", 2)': { text: 'abab', marks: [] },
  'provider::safe::stamp("ab", 1, "x", "y")': { text: 'ab', marks: ['x', 'y'] },
  'provider::safe::stamp("ab", null, "x")': { text: 'ab', marks: ['x'] },
  'provider::safe::stamp("ab", "3").text': 'ababab',
  'provider::safe::stamp("ab", 2, ["x", "y"]...)': { text: 'abab', marks: ['x', 'y'] },
  'provider::safe::is_known({ a = [1, "two", null] })': true,
  // OpenTofu does not call a function with a null that has no type: its result is unknown, and the output null.
  'provider::safe::is_known(null)': byEngine<unknown>({ terraform: true, tofu: null }),
};

const REFUSALS: Readonly<Record<string, string>> = {
  'provider::safe::stamp("a b", 1)': 'Invalid value for "text" parameter: "a b" has a space. Leave it out.',
  'provider::safe::stamp("ab", 1.5)':
    'Invalid value for "times" parameter: 1.5 is not a whole number. Allowed: whole numbers between -9007199254740991 and 9007199254740991.',
  'provider::safe::stamp("ab", 1, "x", "yy")':
    'Invalid value for "marks" parameter: The mark "yy" is not one letter. Give one letter each.',
  'provider::safe::stamp("ab", 1, "x", null)':
    'Invalid value for "marks" parameter: argument must not be null.',
  'provider::safe::stamp(null, 1)': 'Invalid value for "text" parameter: argument must not be null.',
  'provider::safe::stamp("ab")': 'expects at least 2 argument(s). Missing value for "times".',
  'provider::safe::stamp("ab", "x")': 'Invalid value for "times" parameter: a number is required.',
  'provider::safe::stamp("bug", 1)': byEngine({
    terraform: 'Call to function "provider::safe::stamp" failed: ',
    // It takes an error about no argument for one about the first.
    tofu: 'Invalid value for "text" parameter: ',
  }).concat('The provider failed unexpectedly: no luck This is a bug in the provider.'),
};

function outputs(values: readonly string[]): string {
  return hcl(
    values.map((value, index) => `output "o${index}" {\n  value = ${value}\n}`).join('\n'),
    PROVIDER,
  );
}

describe('a function', () => {
  test('is called before its provider is configured', async () => {
    workspace.write('main.tf', outputs(Object.keys(RESULTS)));
    await workspace.applied();
    const shown = JSON.parse((await workspace.run(['output', '-json'])).stdout) as Readonly<
      Record<string, { readonly value: unknown }>
    >;
    expect(Object.keys(RESULTS).map((_, index) => shown[`o${index}`]?.value)).toEqual(Object.values(RESULTS));
  });

  test('reports an error at its argument, and the engine shows the line', async () => {
    workspace.write('main.tf', outputs(Object.keys(REFUSALS)));
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    const errors = stderr
      .split(/^Error: /m)
      .map((error) => error.replace(/\s+/g, ' '))
      .slice(1);
    const missing = Object.entries(REFUSALS).filter(
      ([call, text]) => !errors.some((error) => error.includes(`value = ${call}`) && error.includes(text)),
    );
    expect(missing).toEqual([]);
    expect(errors).toHaveLength(Object.keys(REFUSALS).length);
  });

  test('that the provider does not have is refused', async () => {
    workspace.write('main.tf', outputs(['provider::safe::stomp("ab", 1)']));
    const { exitCode, stderr } = await workspace.plan();
    expect({ exitCode, stderr: stderr.replace(/\s+/g, ' ') }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining(
        byEngine({
          terraform: 'The function "stomp" is not available from the provider "safe".',
          tofu: 'Function "provider::safe::stomp" was not registered by provider',
        }),
      ),
    });
  });

  test('is called with unknown arguments only if it accepts them', async () => {
    workspace.write(
      'main.tf',
      hcl(
        `resource "terraform_data" "later" { input = "ab" }
output "stamped" { value = provider::safe::stamp(terraform_data.later.output, 2).text }
output "known" { value = provider::safe::is_known("x") }`,
        PROVIDER,
      ),
    );
    const { stdout } = await workspace.plan();
    expect(stdout).toMatch(/\+ stamped += \(known after apply\)/);
    expect(stdout).toMatch(/\+ known += true/);
    await workspace.applied();
    expect(JSON.parse((await workspace.run(['output', '-json', 'stamped'])).stdout)).toBe('abab');
    expect((await workspace.plan()).exitCode).toBe(0);
  });

  test('describes itself to the engine', async () => {
    const { stdout } = await workspace.run(['metadata', 'functions', '-json']);
    expect(JSON.parse(stdout)).toHaveProperty('function_signatures');
    const schema = JSON.parse((await workspace.run(['providers', 'schema', '-json'])).stdout) as {
      readonly provider_schemas: Readonly<Record<string, { readonly functions: Record<string, unknown> }>>;
    };
    const described = schema.provider_schemas[`${byEngine(REGISTRY_HOSTS)}/test/safe`]?.functions;
    expect(described?.['stamp']).toEqual({
      summary: 'Stamps a text.',
      description: 'Repeats a text and puts marks behind it.',
      return_type: ['object', { marks: ['list', 'string'], text: 'string' }],
      parameters: [
        { name: 'text', description: 'What to stamp.', type: 'string' },
        {
          name: 'times',
          description: 'How often; once when null.',
          is_nullable: true,
          type: 'number',
        },
      ],
      variadic_parameter: { name: 'marks', description: 'Put behind it.', type: 'string' },
    });
  });
});
