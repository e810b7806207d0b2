import * as ts from 'typescript';
import { createEmulator, MODELS, SeedError } from '../../emulator';
import { curlCalls, failuresOf } from './documented-code';
import { blocks } from './guide';

describe('docs/guides/emulator.md: the test file', () => {
  const [snippet = ''] = blocks('From a test suite', 'ts');

  const { outputText } = ts.transpileModule(snippet, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const before = { ...process.env };
  afterAll(() => {
    process.env = before;
  });
  // The tests of the page become tests of this file.
  new Function('require', 'exports', outputText)(() => jest.requireActual('../../emulator'), {});
});

describe('docs/guides/emulator.md: the shell commands', () => {
  const script = blocks('From a shell', 'sh').join('\n');
  const calls = curlCalls(script);

  it('shows every route of the control API, and no others', async () => {
    const { handle } = createEmulator();
    const index = await handle(new Request('http://localhost/_control'));
    const { routes } = (await index.json()) as { routes: string[] };
    const shown = calls
      .map(({ method, url }) => `${method} ${new URL(url).pathname}`)
      .filter((route) => route.includes('/_control/'))
      .map((route) => route.replace(/[0-9a-f]{32}/, ':zone_id').replace('http_log_custom_fields', ':phase'));
    expect([...new Set(shown)].sort()).toEqual([...routes].sort());
  });

  it.each(MODELS)('shows calls that work, one after the other, in the model %s', async (defaultModel) => {
    expect(await failuresOf(createEmulator({ defaultModel }), calls)).toEqual([]);
  });
});

describe('docs/guides/emulator.md: seeds', () => {
  const [seed = ''] = blocks('Seed files', 'yaml');

  it('shows a seed file that can be used, with zones in many states', () => {
    // As `zonewright emulator --seed` loads it.
    const { zones, credentials, managed_rulesets, options } = createEmulator({
      seed,
      defaultModel: 'today',
    }).control.snapshot();
    expect(
      zones.map(({ name, migration, logpush }) => [name, migration?.state, logpush?.jobs?.length]),
    ).toEqual([
      ['example.com', 'start', 1],
      ['halfway.example', 'validation', 0],
    ]);
    expect(zones[0]?.rulesets?.[0]).toMatchObject({ version: '7', history: [{ version: '6' }] });
    expect(zones[0]?.previous_waf).toMatchObject({
      core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
      uri_overrides: [{ urls: ['example.com/upload*'] }],
      firewall_rules: [{ action: 'bypass' }],
      page_rules: [{ status: 'active' }],
    });
    expect(credentials.tokens).toHaveLength(3);
    expect(managed_rulesets).toMatchObject([{ name: 'Own Ruleset', rules: [{ action: 'block' }] }]);
    expect(options.finish_seconds).toBe(300);
  });

  it('shows the exact message of a broken seed', () => {
    const broken = 'zones:\n  - name: a\n    plan: free';
    const [message = ''] = blocks('Seed files', 'text');
    expect(() => createEmulator({ seed: broken })).toThrow(SeedError);
    expect(() => createEmulator({ seed: broken })).toThrow(message.trim());
  });
});
