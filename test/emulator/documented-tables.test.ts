import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFaultRules } from '../../emulator/control/read-fault-rules';
import { OPERATIONS } from '../../emulator/parts';
import { isJudged, PHASES } from '../../emulator/rulesets/phases';
import { SETTING_NAMES, SETTINGS } from '../../emulator/service/settings';
import { trustVariables } from '../../emulator/tls/server-certificate';
import { blocks, emulatorOptions, membersOf, namedInTables, ROOT, section } from './emulator-page';

describe('docs/emulator.md: tables', () => {
  it('names every operation, and no others', () => {
    const shown = [...section('Operations').matchAll(/`((?:[a-z]+\.)+[a-z]+)`/g)].map(([, name]) => name);
    expect(shown.sort()).toEqual([...new Set(OPERATIONS.map(({ name }) => name))].sort());
  });

  it('shows method and path of every operation', () => {
    const tables = section('Operations').split(/^### /m).slice(1);
    const shown = tables.flatMap((table) => {
      // The line below its heading says below which paths those of the table are.
      const bases = [...table.matchAll(/below `\/client\/v4([^`]*)`/g)].map(([, base = '']) => base);
      const rows = [...table.matchAll(/^\|[^|]*\| `([^`]+)` \| (.+) \|$/gm)];
      return rows.flatMap(([, name, paths = '']) =>
        [...paths.matchAll(/`(\w+) ([^`]+)`/g)].flatMap(([, method, path]) =>
          bases.map((base) => `${name} ${method} ${base}${path}`),
        ),
      );
    });
    const there = OPERATIONS.map(({ name, method, path }) => `${name} ${method} ${path}`);
    expect(shown.sort()).toEqual([...there].sort());
  });

  it('names the phases that are judged; service.md names all', () => {
    const [[, judged = ''] = []] = [...section('Phases').matchAll(/^\| (`[^|]*) \| judges/gm)];
    expect(judged).toBe(
      PHASES.filter(isJudged)
        .map((phase) => `\`${phase}\``)
        .join(', '),
    );
    const facts = readFileSync(join(ROOT, 'docs/service.md'), 'utf8');
    const [listed = ''] = /^### 3\.5 .*?^## 4/ms.exec(facts) ?? [];
    for (const phase of PHASES) expect(listed).toContain(`\`${phase}\``);
  });

  it('names every option of startEmulator and of the command', () => {
    const named = namedInTables('Options');
    for (const option of membersOf('create-emulator.ts', 'EmulatorOptions')) expect(named).toContain(option);
    for (const option of membersOf('start-emulator.ts', 'StartOptions')) expect(named).toContain(option);
    for (const option of emulatorOptions()) expect(section('Options')).toContain(`\`${option}`);
  });

  it('names every variable by which clients trust the certificate, as the command prints them', () => {
    const variables = Object.keys(trustVariables(''));
    expect(namedInTables('https')).toEqual(variables);
    const [script = ''] = blocks('https', 'sh');
    const exported = [...script.matchAll(/^export (\w+)=\$PWD\/emulator\.json\.ca\.pem +#/gm)];
    expect(exported.map(([, name]) => name)).toEqual(variables);
  });

  it('names every setting with its value in each model, and no others', () => {
    const shown = [...section('Settings').matchAll(/^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|/gm)];
    const there = SETTING_NAMES.map((name) => SETTINGS[name]);
    expect(shown.map(([, ...cells]) => cells)).toEqual(
      there.map(({ option, specification, today }) => [option, String(specification), String(today)]),
    );
  });

  it('names every effect and every member of a fault rule', () => {
    const source = readFileSync(join(ROOT, 'emulator/faults/fault-rule.ts'), 'utf8');
    const kinds = new Set([...source.matchAll(/kind: '([a-z-]+)'/g)].map(([, kind]) => kind));
    expect(kinds.size).toBe(9);
    for (const kind of kinds) expect(section('Faults')).toContain(`| \`{ kind: '${kind}'`);
    const named = namedInTables('Faults');
    for (const member of membersOf('faults/fault-rule.ts', 'FaultRule')) expect(named).toContain(member);
    for (const member of membersOf('faults/fault-rule.ts', 'FaultMatch'))
      expect(section('Faults')).toContain(`\`${member}\``);
  });

  it('shows fault rules that can be used', () => {
    const [rules = ''] = blocks('Faults', 'json');
    expect(readFaultRules(JSON.parse(rules))).toMatchObject({ ok: true });
  });

  it('names every member of a traffic request', () => {
    const named = namedInTables('Traffic and logs');
    for (const member of membersOf('logs/traffic.ts', 'TrafficRequest')) expect(named).toContain(member);
  });

  it('names each choice once, in rows of four cells', () => {
    const rows = section('Choices, and what they rest on')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Topic '))
      .map((line) => line.slice(2, -2).split(/(?<!\\) \| /));
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((cells) => cells.length !== 4)).toEqual([]);
    expect(new Set(rows.map(([topic]) => topic)).size).toBe(rows.length);
    for (const [, , , confidence] of rows) expect(['H', 'M', 'L', 'own']).toContain(confidence);
  });
});
