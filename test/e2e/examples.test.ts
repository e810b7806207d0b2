import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';

const ROOT = join(__dirname, '..', '..');

let service: TestService;
const workspaces: Workspace[] = [];

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  for (const workspace of workspaces) workspace.remove();
  await service.emulator.close();
});
beforeEach(() => service.emulator.control.reset());

/** Runs an example as its reader would, and gives back what the zone logs in between. */
async function life(workspace: Workspace): Promise<unknown> {
  workspaces.push(workspace);
  await workspace.ready();
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  const held = service.emulator.control.zones().find(({ id }) => id === DEFAULT_ZONE_ID);
  const rules = held?.rulesets.find(({ phase }) => phase === 'http_log_custom_fields')?.rules;
  expect((await workspace.destroy()).exitCode).toBe(0);
  return rules?.map(({ action_parameters, description }) => ({ action_parameters, description }));
}

/** The example in TypeScript; the provider comes from where synth put it, and from nowhere else. */
async function typescript(): Promise<unknown> {
  const workspace = await createWorkspace({ env: service.env, place: () => undefined });
  workspaces.push(workspace);
  execFileSync(process.execPath, [join(ROOT, 'dist', 'examples', 'log-fields.js')], {
    env: { PATH: process.env['PATH'], CDKTF_OUTDIR: workspace.cwd },
    cwd: workspace.cwd,
  });
  const stack = await createWorkspace({
    env: service.env,
    place: () => undefined,
    folder: join(workspace.cwd, 'stacks', 'log-fields'),
  });
  return life(stack);
}

async function hcl(): Promise<unknown> {
  const folder = join(ROOT, 'examples', 'log-fields-hcl');
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  return life(
    await createWorkspace({
      env: { ...service.env, TF_VAR_zone_id: DEFAULT_ZONE_ID },
      files: Object.fromEntries(files),
    }),
  );
}

test('the example in TypeScript and the one in HCL configure the same fields, and undo it', async () => {
  const made = await typescript();
  expect(made).toEqual([
    {
      action_parameters: {
        request_fields: [{ name: 'content-type' }, { name: 'x-checkout-version' }, { name: 'x-request-id' }],
        response_fields: [{ name: 'server-timing' }],
        cookie_fields: [{ name: 'cart_id' }, { name: 'session_id' }],
      },
      description: 'Fields that our dashboards read',
    },
  ]);
  service.emulator.control.reset();
  expect(await hcl()).toEqual(made);
});
