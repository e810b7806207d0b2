import { DEFAULT_ZONE_ID } from '../../emulator';
import { inLane } from '../support/lane';
import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';

/** Each configuration of the provider is a process of its own, and the order of their work is the engine's. */
let service: TestService;
let workspace: Workspace;
/** The same folder, where one provider has to do only with what is there: how it is started is not the matter. */
let quiet: Workspace;

/** How often the job moves between two providers. */
const MOVES = inLane({ share: 1, whole: 4 });

beforeAll(async () => {
  service = await startService();
  workspace = await createWorkspace({ env: service.env });
  declare('before', 'zone');
  await workspace.ready();
  quiet = await createWorkspace({ folder: workspace.cwd, env: service.env, startedBy: 'workspace' });
});

function declare(name: string, provider: string): void {
  workspace.write(
    'main.tf',
    hcl(`provider "zone" {}

provider "zone" {
  alias = "second"
}

resource "zone_logpush_job" "${name}" {
  provider         = ${provider}
  zone_id          = "${DEFAULT_ZONE_ID}"
  name             = "job"
  destination_conf = "https://logs.example.com/"
  logpull_options  = { fields = ["RayID"] }
}
`),
  );
}

const held = (): readonly unknown[] =>
  (service.emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs ?? []).map(({ id }) => id);

test.each([
  ['zone', 'zone.second'],
  ['zone.second', 'zone'],
])('a job renamed and moved to another provider, %s to %s: always exactly one job', async (from, to) => {
  declare('before', from);
  await quiet.applied();
  for (let round = 0; round < MOVES; round++) {
    const forth = round % 2 === 0;
    const name = forth ? 'after' : 'before';
    declare(name, forth ? to : from);
    await workspace.applied();
    expect(held()).toEqual([(await workspace.attributes(`zone_logpush_job.${name}`))['job_id']]);
    expect(await quiet.plan()).toMatchObject({ exitCode: 0 });
  }
  declare('before', from);
  await quiet.applied();
});

test('a job that keeps its address moves from one provider to another', async () => {
  declare('before', 'zone');
  await quiet.applied();
  const before = held();
  declare('before', 'zone.second');
  await workspace.applied();
  expect(held()).toEqual(before);
});
