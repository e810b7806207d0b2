import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createZoneProvider } from '../../provider-shim/zone-provider';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { FILES, recordStates, RESOURCES } from './record-states';

const RELEASES = join(__dirname, '..', 'fixtures', 'states');
const RELEASED = readdirSync(RELEASES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** Recorded by the test, as a release is. */
const UNRELEASED = 'of today';

interface Shown {
  readonly values: {
    readonly root_module: {
      readonly resources: readonly { readonly address: string; readonly values: object }[];
    };
  };
}

interface StateFile {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
  }[];
}

describe.each([...RELEASED, UNRELEASED])('the states that a provider %s wrote', (release) => {
  const folder = release === UNRELEASED ? mkdtempSync(join(tmpdir(), 'states-')) : join(RELEASES, release);
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  let service: TestService;
  let workspace: Workspace;

  beforeAll(async () => {
    if (release === UNRELEASED) await recordStates(folder);
    service = await startService({ seed: read(FILES.service) });
    workspace = await createWorkspace({ env: service.env });
    for (const file of [FILES.configuration, FILES.state]) workspace.write(file, read(file));
    await workspace.ready();
  });

  test('are as the service is, and as the configuration', async () => {
    const { exitCode, stdout, stderr } = await workspace.plan({ out: 'tfplan' });
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 });
    expect((await workspace.showJson('tfplan')).json).not.toHaveProperty('resource_drift');
  });

  test('keep every value when the provider reads them', async () => {
    const { resources } = JSON.parse(read(FILES.state)) as StateFile;
    const { values } = (await workspace.showJson()).json as Shown;
    const now = new Map(values.root_module.resources.map((each) => [each.address, each.values]));
    for (const { type, name, instances } of resources)
      expect([name, now.get(`${type}.${name}`)]).toEqual([
        name,
        expect.objectContaining(instances[0]?.attributes ?? { no: 'instance' }),
      ]);
  });
});

test('every resource is recorded', () => {
  const { resources } = createZoneProvider({
    ...{ environment: {}, folder: '', version: '0.0.0' },
  });
  const types = resources.map(({ schema }) => schema.type);
  expect(Object.keys(RESOURCES).sort()).toEqual([...types].sort());
});
