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

  /** What it holds: refusals/documents.test.ts. */
  it('shows a seed file that can be used, as `zonewright emulator --seed` loads it', () => {
    const { zones } = createEmulator({ seed, defaultModel: 'today' }).control.snapshot();
    expect(zones.map(({ name }) => name)).toEqual(['example.com', 'halfway.example']);
  });

  it('shows the exact message of a broken seed', () => {
    const broken = 'zones:\n  - name: a\n    plan: free';
    const [message = ''] = blocks('Seed files', 'text');
    expect(() => createEmulator({ seed: broken })).toThrow(SeedError);
    expect(() => createEmulator({ seed: broken })).toThrow(message.trim());
  });
});
