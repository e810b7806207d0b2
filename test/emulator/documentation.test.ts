import * as ts from 'typescript';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { SeedDocument } from '../../emulator';
import {
  createEmulator,
  DEFAULT_ZONE_ID,
  MODELS,
  SeedError,
  startEmulator,
  UnexpectedRequests,
} from '../../emulator';
import { OBSTACLE_CODES } from '../../emulator/migration/errors';
import { caller } from './client';
import { curlCalls, failuresOf, typeErrors, type CurlCall } from './documented-code';
import { blocks, emulatorOptions, membersOf, namedInTables, PAGE, ROOT, section } from './emulator-page';

describe('docs/emulator.md: the test file', () => {
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

describe('docs/emulator.md: the shell commands', () => {
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

describe('docs/emulator.md: the step-by-step shell scripts', () => {
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

  it('name every code of an obstacle to a migration', () => {
    const shown = [...section('The migration, rehearsed').matchAll(/^\| (\d+) \|/gm)].map(([, code]) =>
      Number(code),
    );
    expect(shown).toEqual(Object.values(OBSTACLE_CODES));
  });
});

describe('docs/emulator.md: continuous integration', () => {
  it('shows a workflow with existing options', () => {
    const [workflow = ''] = blocks('In CI', 'yaml');
    const { jobs } = parse(workflow) as { jobs: { rehearsal: { steps: { run?: string }[] } } };
    const commands = jobs.rehearsal.steps.map(({ run = '' }) => run).join('\n');
    const [, used = ''] = /zonewright emulator (.*) >/.exec(commands) ?? [];
    const options = emulatorOptions();
    for (const option of used.match(/--\w+/g) ?? []) expect(options).toContain(option);
    const { token } = createEmulator().credentials();
    expect(commands).toContain(`ZONEWRIGHT_API_TOKEN=${token}`);
  });
});

describe('docs/emulator.md: seeds', () => {
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

  it('shows every part that a seed can have', () => {
    const document = parse(seed) as Required<SeedDocument>;
    const all = membersOf('seed/seed-document.ts', 'SeedDocument').filter((name) => name !== 'identifiers');
    expect(Object.keys(document).sort()).toEqual([...all].sort());
    expect(Object.keys(document.zones[0] ?? {})).toEqual(
      membersOf('seed/seed-document.ts', 'SeedZone').filter((name) => name !== 'migration'),
    );
    expect(Object.keys(document.zones[0]?.previous_waf ?? {}).sort()).toEqual(
      membersOf('previous-waf/previous-waf-seed.ts', 'PreviousWafDocument')
        .filter((name) => !name.startsWith('enabled'))
        .sort(),
    );
  });

  it('shows the exact message of a broken seed', () => {
    const broken = 'zones:\n  - name: a\n    plan: free';
    const [message = ''] = blocks('Seed files', 'text');
    expect(() => createEmulator({ seed: broken })).toThrow(SeedError);
    expect(() => createEmulator({ seed: broken })).toThrow(message.trim());
  });
});

describe('docs/emulator.md: the rest', () => {
  it('shows the exact table of unexpected requests', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    await call('GET', '/rulesets');
    await call('GET', '/rulesets/phases/http_log_custom_fields/entrypoint');
    const expecting = (): void =>
      emulator.control.expectRequests([
        { operation: 'rulesets.list', status: 200 },
        { operation: 'rulesets.entrypoint.get', status: 200 },
        { operation: 'rulesets.create' },
      ]);
    const [message = ''] = blocks('Journal and assertions', 'text');
    expect(expecting).toThrow(UnexpectedRequests);
    expect(expecting).toThrow(message.trim());
  });

  it('names existing addresses of the status page', async () => {
    const emulator = await startEmulator();
    const shown = namedInTables('Status page');
    expect(shown).toHaveLength(3);
    try {
      for (const path of shown) {
        const zone = emulator.control.zones()[0]?.id ?? '';
        const response = await fetch(emulator.url + path.replace('<id>', zone));
        expect([path, response.status]).toEqual([path, 200]);
      }
    } finally {
      await emulator.close();
    }
  });

  it('links only to existing headings and files', () => {
    const headings = [...PAGE.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const [, target = ''] of PAGE.matchAll(/\]\(([^)]+)\)/g)) {
      const isThere = target.startsWith('#')
        ? headings.includes(target.slice(1))
        : existsSync(join(ROOT, 'docs', target.replace(/#.*/, '')));
      expect([target, isThere]).toEqual([target, true]);
    }
  });
});
