import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { recordStates, STATE_SETS } from './record-states';
import { FILES, rootModule, type Blocks, type Expected } from './state-set';
import { changesOf, lostValues, plannedIn, refusalsOf, type State } from './released-state';

const RELEASES = join(__dirname, '..', 'fixtures', 'states');

const RELEASED = readdirSync(RELEASES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: release }) => readdirSync(join(RELEASES, release)).map((set) => [release, set] as const));

/** Recorded by the test, as a release is. */
const UNRELEASED = 'that is not released';

const SETS = [...RELEASED, ...STATE_SETS.map(({ name }) => [UNRELEASED, name] as const)];

describe.each(SETS)('a state that a provider %s wrote, %s', (release, name) => {
  const folder = release === UNRELEASED ? mkdtempSync(join(tmpdir(), 'states-')) : join(RELEASES, release);
  const read = (file: string): string => readFileSync(join(folder, name, file), 'utf8');
  let expected: Expected;
  let expectedChanges: Readonly<Record<string, readonly string[]>>;
  let service: TestService;
  let workspace: Workspace;

  beforeAll(async () => {
    const set = STATE_SETS.find((each) => each.name === name);
    if (release === UNRELEASED && set) await recordStates(folder, set);
    expected = JSON.parse(read(FILES.expected)) as Expected;
    expectedChanges = Object.fromEntries(
      Object.entries(expected.plan).map(([address, { actions }]) => [address, actions]),
    );
    service = await startService({ seed: read(FILES.service) });
    workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
    workspace.write(FILES.configuration, read(FILES.configuration));
    await workspace.ready();
  });
  afterAll(async () => {
    workspace.remove();
    await service.emulator.close();
  });
  beforeEach(() => {
    service.emulator.control.seed(read(FILES.service));
    workspace.write(FILES.configuration, read(FILES.configuration));
    workspace.write(FILES.state, read(FILES.state));
  });

  test('plans the changes that are listed with their reasons, and no other', async () => {
    const { exitCode, stdout, stderr } = await workspace.plan({ out: 'tfplan' });
    expect({ exitCode, stdout, stderr }).toMatchObject({
      exitCode: Object.keys(expectedChanges).length === 0 ? 0 : 2,
    });
    expect(changesOf((await workspace.showJson('tfplan')).json)).toEqual(expectedChanges);
  });

  test('is as the service is: plan -refresh-only has no changes', async () => {
    const { exitCode, stdout } = await workspace.plan({ refreshOnly: true, out: 'tfplan' });
    expect(stdout).toContain('No changes. Your infrastructure still matches the configuration.');
    expect((await workspace.showJson('tfplan')).json).not.toHaveProperty('resource_drift');
    expect(expected.refreshOnly.exitCodes ?? [0]).toContain(exitCode);
  });

  test('is destroyed, or its destruction refused, as it was', async () => {
    const { stdout } = await workspace.run(['plan', '-destroy', '-input=false', '-json']);
    expect(refusalsOf(stdout)).toEqual(
      Object.fromEntries(
        Object.entries(expected.refusesToDestroy).map(([address, part]) => [
          address,
          expect.stringContaining(part),
        ]),
      ),
    );
    const state = JSON.parse(read(FILES.state)) as State;
    const refused = Object.keys(expected.refusesToDestroy);
    const others = addresses(state).filter((address) => !refused.includes(address));
    const targets = others.map((address) => `-target=${address}`);
    const planned = await workspace.run(['plan', '-destroy', '-input=false', '-json', ...targets]);
    expect(planned).toMatchObject({ exitCode: 0 });
    expect(plannedIn(planned.stdout)).toEqual(
      Object.fromEntries(others.map((address) => [address, 'delete'])),
    );
  });

  test('is upgraded with every value that it had', async () => {
    const before = JSON.parse(read(FILES.state)) as State;
    const blocks = JSON.parse(read(FILES.configuration)) as Blocks;
    const resource = { ...(blocks['resource'] as object), terraform_data: { revision: { input: '2' } } };
    workspace.write(FILES.configuration, rootModule({ ...blocks, resource }));
    await workspace.applied({ args: ['-target=terraform_data.revision'] });
    await workspace.applied({ args: ['-refresh-only'] });
    const after = JSON.parse(workspace.read(FILES.state)) as State & { readonly serial: number };
    expect(after.serial).toBeGreaterThan((before as typeof after).serial);
    expect(lostValues(before, after)).toEqual([]);
  });
});

/** Of every managed object of the root module, as `-target` takes it. */
function addresses({ resources }: State): readonly string[] {
  return resources
    .filter(({ mode }) => mode === 'managed')
    .flatMap(({ type, name, instances }) =>
      instances.map(
        ({ index_key: key }) => `${type}.${name}${key === undefined ? '' : JSON.stringify([key])}`,
      ),
    )
    .sort();
}
