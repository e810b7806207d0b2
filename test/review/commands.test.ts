import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColors } from 'picocolors';
import { driftCommand } from '../../cli/commands/run-drift';
import { reviewCommand } from '../../cli/commands/run-review';
import type { DriftOptions } from '../../cli/commands/run-drift';
import type { ReviewOptions } from '../../cli/commands/run-review';
import type { DriftReport } from '../../cli/drift/report-drift';
import type { Review } from '../../cli/review/model';
import { temporaryFolder } from '../cli/engine/fake-program';
import { zoneIdOf } from '../e2e/migrating-zones';
import { copyProvider, runProvider } from '../support/running-provider';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';

const [SHOP, NEW] = [zoneIdOf('shop'), zoneIdOf('new')];
const folder = join(temporaryFolder(), 'shop');
let service: TestService;
let workspace: Workspace;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  mkdirSync(folder);
  service = await startService({
    seed: {
      zones: [
        { id: SHOP, name: 'shop.example' },
        { id: NEW, name: 'new.example' },
      ],
    },
  });
  const provider = await runProvider(copyProvider(join(folder, '.provider')), folder, {
    ...process.env,
    ...service.env,
  });
  env = { ...process.env, ...service.env, ...provider.env };
  workspace = await createWorkspace({ folder, env: { ...service.env, ...provider.env } });
  declare(['sid']);
  await workspace.ready();
  await workspace.applied();
});
afterAll(() => service.emulator.close());

function declare(cookies: readonly string[]): void {
  const resource = { zone_log_custom_fields: { shop: { zone_id: SHOP, cookies } } };
  const terraform = { required_providers: { zone: { source: 'zonewright/zone' } } };
  workspace.write('main.tf.json', JSON.stringify({ terraform, resource }));
}

interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

async function ended(
  command: (context: Parameters<typeof reviewCommand>[0]) => Promise<number>,
): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    colors: createColors(false),
    width: 80,
  };
  const exitCode = await command({ terminal, env });
  return { exitCode, out: out.join('\n'), err: err.join('\n') };
}

const review = (plans: readonly string[], options: Partial<ReviewOptions> = {}): Promise<Ended> =>
  ended((context) => reviewCommand(context, { format: 'json', ...options }, plans));

const drift = (folders: readonly string[], options: Partial<DriftOptions> = {}): Promise<Ended> =>
  ended((context) => driftCommand(context, { format: 'json', ...options }, folders));

describe('zonewright review of a saved plan', () => {
  beforeAll(async () => {
    declare(['sid', 'theme']);
    await workspace.plan({ out: 'tfplan' });
  });
  afterAll(() => declare(['sid']));

  test('is read with the engine in its folder, and its stack has the name of the folder', async () => {
    const { exitCode, out } = await review([folder]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(out) as Review).toMatchObject({
      stacks: [{ name: 'shop', plan: join(folder, 'tfplan') }],
      changes: [
        { kind: 'update', attributes: [{ path: 'cookies', before: ['sid'], after: ['sid', 'theme'] }] },
      ],
      errors: [],
    });
  });

  test('its JSON stands for it, unless it is of an earlier plan; a link stands for the plan', async () => {
    const json = join(folder, 'tfplan.json');
    writeFileSync(json, (await workspace.run(['show', '-json', 'tfplan'])).stdout);
    expect(JSON.parse((await review([folder])).out) as Review).toMatchObject({ stacks: [{ plan: json }] });
    await new Promise((resolve) => setTimeout(resolve, 1100)); // a plan has its time in seconds
    await workspace.plan({ out: 'tfplan' });
    const { exitCode, out, err } = await review([folder]);
    expect({ exitCode, errors: (JSON.parse(out) as Review).errors }).toMatchObject({
      exitCode: 1,
      errors: [{ plan: json, code: 'of_another_plan' }],
    });
    expect(err).toContain('the JSON is not of the saved plan beside it, tfplan');
    rmSync(json);
    const linked = join(folder, 'linked.tfplan');
    symlinkSync('tfplan', linked);
    expect(JSON.parse((await review([linked])).out) as Review).toMatchObject({ stacks: [{ plan: linked }] });
    rmSync(linked);
  });

  test('a damaged one is reported with what the engine said', async () => {
    const damaged = join(folder, 'damaged.tfplan');
    writeFileSync(damaged, readFileSync(join(folder, 'tfplan')).subarray(0, 500));
    const { exitCode, out, err } = await review([damaged, join(folder, 'tfplan')]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out) as Review).toMatchObject({
      changes: [{ kind: 'update' }],
      errors: [{ plan: damaged, code: 'not_shown' }],
    });
    expect(err).toContain(`error: ${damaged}: the engine cannot show the saved plan`);
  });
});

describe('zonewright drift', () => {
  test('is 0 when nobody changed anything', async () => {
    const { exitCode, out } = await drift([folder]);
    expect({ exitCode, report: JSON.parse(out) as unknown }).toMatchObject({
      exitCode: 0,
      report: {
        outcome: 'no drift',
        stacks: [{ name: 'shop', zones: 1, drifted: 0 }],
        zones_without_stack: null,
      },
    });
  });

  test('says which attributes others changed, changes nothing and leaves nothing', async () => {
    service.emulator.control.editRuleset(SHOP, 'http_log_custom_fields', ({ rules }) => {
      Object.assign(rules[0] as object, { action_parameters: { cookie_fields: [{ name: 'by-hand' }] } });
    });
    const state = workspace.read('terraform.tfstate');
    const left = (): readonly string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('zonewright-drift-'));
    const before = left();
    const { exitCode, out } = await drift([folder], { format: 'terminal' });
    expect(exitCode).toBe(2);
    expect(out).toContain('zone_log_custom_fields.shop in shop was changed');
    expect(out).toContain('cookies: + by-hand − sid');
    expect(workspace.read('terraform.tfstate')).toBe(state);
    expect(left().filter((name) => !before.includes(name))).toEqual([]);
  });

  test('names the zones of an inventory that are in no stack', async () => {
    const inventory = join(folder, 'zones.csv');
    writeFileSync(inventory, `name,id\nshop.example,${SHOP}\nnew.example,${NEW}\n`);
    const { out } = await drift([folder], { inventory });
    expect(JSON.parse(out) as DriftReport).toMatchObject({
      drift: [{ zone: { id: SHOP, name: 'shop.example' } }],
      zones_without_stack: [{ id: NEW, name: 'new.example' }],
    });
  });

  test('names the zones that the credentials see and that are in no stack', async () => {
    const text = join(folder, 'drift.txt');
    const { out } = await drift([folder], { allZones: true, out: [{ format: 'terminal', file: text }] });
    expect(readFileSync(text, 'utf8')).toContain('1 zone that should be in a stack is in none.');
    expect((JSON.parse(out) as DriftReport).zones_without_stack).toEqual([{ id: NEW, name: 'new.example' }]);
  });

  test('leaves out zones that need no stack', async () => {
    const unmanaged = join(folder, 'unmanaged');
    writeFileSync(unmanaged, `# cannot be managed\n${NEW} new.example\n`);
    const { out } = await drift([folder], { allZones: true, unmanaged });
    expect((JSON.parse(out) as DriftReport).zones_without_stack).toEqual([]);
    await expect(drift([folder], { unmanaged })).rejects.toThrow('no list of zones to leave some out of');
  });

  test('says that the zones cannot be listed', async () => {
    service.emulator.control.faults.put([
      { match: { operation: 'zones.list' }, effect: { kind: 'answer', status: 403 } },
    ]);
    await expect(drift([folder], { allZones: true })).rejects.toThrow('the zones cannot be listed');
    service.emulator.control.faults.clear();
  });

  test('reports stacks that cannot be read; they may hold the zones that their files name, or any if they name none', async () => {
    const uninitialized = join(folder, 'uninitialized');
    mkdirSync(uninitialized);
    writeFileSync(
      join(uninitialized, 'main.tf'),
      'terraform {\n  backend "local" {\n    path = "elsewhere.tfstate"\n  }\n}\n',
    );
    const inventory = join(folder, 'zones.csv');
    const { exitCode, out } = await drift([uninitialized, join(folder, 'nowhere')], { inventory });
    expect(exitCode).toBe(1);
    const { errors, zones_without_stack: missing } = JSON.parse(out) as DriftReport;
    expect(missing).toBeNull();
    expect(errors).toMatchObject([
      { folder: join(folder, 'nowhere'), code: 'no_folder' },
      {
        folder: uninitialized,
        code: 'engine_failed',
        hints: [expect.stringContaining('zonewright drift --init')],
      },
    ]);
    const text = join(folder, 'unread.txt');
    const named = join(uninitialized, 'zones.auto.tfvars');
    writeFileSync(named, `zones = ["${SHOP}"]\n`);
    const file = [{ format: 'terminal', file: text }] as const;
    const held = await drift([uninitialized], { inventory, out: file });
    expect(held.exitCode).toBe(1);
    expect((JSON.parse(held.out) as DriftReport).zones_without_stack).toEqual([
      { id: NEW, name: 'new.example' },
    ]);
    expect(readFileSync(text, 'utf8').replace(/\s+/g, ' ')).toContain(
      `1 zone that should be in a stack is in none. Zones named in the files of ${uninitialized}, not read, do not count.`,
    );
  });
});
