import * as ts from 'typescript';
import { createEmulator, DEFAULT_ZONE_ID, MODELS, SeedError } from '../../emulator';
import { caller } from './client';
import { blocks, curlCalls, failuresOf, typeErrors, type CurlCall } from './documented-code';

describe('docs/guides/emulator.md: the test file', () => {
  const [snippet = ''] = blocks('From a test suite', 'ts');

  it('compiles without type errors', () => {
    expect(typeErrors(snippet)).toEqual([]);
  });

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

describe('docs/guides/emulator.md: the step-by-step shell scripts', () => {
  const [start = ''] = blocks('From a shell', 'sh').join('\n').split('\n\n');

  it.each(MODELS)('prove ownership of a destination, in the model %s', async (defaultModel) => {
    const emulator = createEmulator({ defaultModel });
    const [ask = '', create = ''] = blocks('Destinations', 'sh')
      .join('\n')
      .split(/^CHALLENGE=.*$/m);
    const asking = curlCalls(`${start}\n${ask}`);
    expect(await failuresOf(emulator, asking)).toEqual([]);
    const token = emulator.control.destinations.files('gs://logs/zone').at(-1)?.text ?? '';
    const all = curlCalls(`${start}\n${ask}CHALLENGE=${token}${create}`);
    expect(await failuresOf(emulator, all.slice(asking.length))).toEqual([]);
    expect(emulator.control.zones()[0]?.jobs).toBe(1);
  });

  it.each(MODELS)('rehearse a migration and go back, in the model %s', async (defaultModel) => {
    const emulator = createEmulator({ defaultModel });
    const before = emulator.control.zone(DEFAULT_ZONE_ID);
    const { body } = await caller(emulator)('GET', '/waf_migration/config?phase_two=1');
    const update = JSON.stringify({ name: 'default', rules: body.result.rules });
    // A shell would run node here, which writes `update` into the file.
    const script = blocks('The migration, rehearsed', 'sh')
      .join('\n')
      .replace(/^node -e '[^']*'$/m, '');
    const calls = curlCalls(`${start}\n${script}`).map((call) =>
      call.body === '@update.json' ? { ...call, body: update } : call,
    );
    const isRewind = ({ method, url }: CurlCall): boolean =>
      method !== 'GET' && /_control\/(snapshot|zones)/.test(url);
    const forward = calls.filter((call) => !isRewind(call));
    const snapshot = emulator.control.snapshot();
    expect(await failuresOf(emulator, forward)).toEqual([]);
    expect(emulator.control.zone(DEFAULT_ZONE_ID).migration.state).toBe('finished');
    const patch = calls.filter((call) => call.method === 'PATCH');
    expect(patch).toHaveLength(1);
    expect(await failuresOf(emulator, patch)).toEqual([]);
    expect(emulator.control.zone(DEFAULT_ZONE_ID).migration).toEqual({ state: 'start' });
    emulator.control.restore(snapshot);
    expect(await failuresOf(emulator, calls)).toEqual([]);
    expect(emulator.control.zone(DEFAULT_ZONE_ID)).toEqual(before);
  });

  it('changes the previous managed rules by a patch', async () => {
    const emulator = createEmulator();
    emulator.control.patchZone(DEFAULT_ZONE_ID, { previous_waf: { rules: { '981242': 'off' } } });
    const calls = curlCalls(`${start}\n${blocks("Edits behind the client's back", 'sh').join('\n')}`);
    expect(await failuresOf(emulator, calls)).toEqual([]);
    const { groups, rules, page_rules: pageRules } = emulator.control.zone(DEFAULT_ZONE_ID).previous_waf;
    expect([groups, rules]).toEqual([{ '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1': 'off' }, {}]);
    expect(pageRules).toMatchObject([{ actions: [{ id: 'waf', value: 'off' }] }]);
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
      ['example.com', 'start', 2],
      ['halfway.example', 'validation', 0],
      ['almost.example', 'finishing', 0],
    ]);
    expect(zones[0]?.rulesets?.[0]).toMatchObject({ version: '7', history: [{ version: '6' }] });
    expect(zones[0]?.previous_waf).toMatchObject({
      core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
      uri_overrides: [{ urls: ['example.com/upload*'] }],
      filters: [{ description: 'Office' }, { expression: 'ip.src eq 192.0.2.7' }],
      firewall_rules: [{ action: 'bypass' }, { action: 'allow' }],
      page_rules: [{ status: 'active' }, { status: 'active' }],
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
