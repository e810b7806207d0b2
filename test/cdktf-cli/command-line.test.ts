import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../emulator';
import { placeNullProvider } from '../support/fixture-provider';
import { cdktfJson, eightObjects, gatedExample, readmeExample } from './user-files';
import { createProject, type Cdk, type UserProject } from './user-project';

const CDKS: readonly Cdk[] = [
  { name: 'cdktf', version: '0.21.0', entry: 'zonewright', other: 'cdktn' },
  { name: 'cdktn', version: '0.24.0', entry: 'zonewright/cdktn', other: 'cdktf' },
];

const LOCK_FILE = 'cdktf.out/stacks/log-fields/.terraform.lock.hcl';

describe.each(CDKS)('a project with $name alone', (cdk) => {
  let project: UserProject;
  let emulator: ChildProcess;
  let origin: string;
  let controlToken: string;

  beforeAll(async () => {
    project = await createProject(cdk);
    ({ emulator, origin, controlToken } = await startEmulator(project));
    project.write('cdktf.json', cdktfJson());
    project.write('app.ts', readmeExample(cdk));
  });
  afterAll(() => {
    emulator.kill('SIGKILL');
    project.remove();
  });

  /** Runs the CDK's command line; the output without the stack's name and the lines' indentation. */
  async function command(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const { exitCode, stdout, stderr } = await project.run(cdk.name, args, {
      ZONEWRIGHT_BASE_URL: `${origin}/client/v4`,
      ZONEWRIGHT_API_TOKEN: DEFAULT_TOKEN,
      ...env,
    });
    return { exitCode, output: `${stdout}${stderr}`.replaceAll(/^(?:log-fields|gated)? +/gm, '') };
  }

  const succeeded = (output: unknown): unknown => ({ exitCode: 0, output });
  const saying = (text: string): unknown => succeeded(expect.stringContaining(text));

  test('has no other CDK in it', () => {
    expect({
      own: project.has(`node_modules/${cdk.name}`),
      other: project.has(`node_modules/${cdk.other}`),
      null: project.has('node_modules/@cdktf'),
    }).toEqual({ own: true, other: false, null: false });
  });

  test('synth', async () => {
    expect(await command(['synth'])).toEqual(saying('Generated Terraform code for the stacks: log-fields'));
    expect(project.read(LOCK_FILE)).toContain('registry.terraform.io/zonewright/zone');
  });

  test('diff, deploy and diff again', async () => {
    const lock = project.read(LOCK_FILE);
    expect(await command(['diff'])).toEqual(saying('Plan: 1 to add, 0 to change, 0 to destroy.'));
    expect(await command(['deploy', '--auto-approve'])).toEqual(
      saying('Apply complete! Resources: 1 added, 0 changed, 0 destroyed.'),
    );
    expect(await fieldsAt(origin, controlToken)).toEqual([
      {
        request_fields: [{ name: 'content-type' }, { name: 'x-request-id' }],
        cookie_fields: [{ name: 'session_id' }],
      },
    ]);
    expect(await command(['diff'])).toEqual(
      saying('No changes. Your infrastructure matches the configuration.'),
    );
    expect(project.read(LOCK_FILE)).toBe(lock);
  });

  test('output', async () => {
    expect(await command(['output'])).toEqual(
      succeeded(expect.stringMatching(/ruleset_id = [0-9a-f]{32}\n/)),
    );
  });

  test('destroy', async () => {
    expect(await command(['destroy', '--auto-approve'])).toEqual(
      saying('Destroy complete! Resources: 1 destroyed.'),
    );
    expect(await fieldsAt(origin, controlToken)).toEqual([]);
  });

  test('a refused destroy of eight objects, whose reason the engine says in the folder of the stack', async () => {
    project.write('app.ts', eightObjects(cdk));
    expect(await command(['deploy', '--auto-approve'])).toEqual(saying('Resources: 8 added'));
    // The command line may lose the last lines of the engine, and with them the reason.
    expect((await command(['destroy', '--auto-approve'])).exitCode).toBe(1);
    const env = { ZONEWRIGHT_BASE_URL: `${origin}/client/v4`, ZONEWRIGHT_API_TOKEN: DEFAULT_TOKEN };
    const engine = 'cd cdktf.out/stacks/eight && terraform plan -destroy -no-color';
    const { exitCode, stdout, stderr } = await project.run('sh', ['-c', engine], env);
    expect({ exitCode, text: `${stdout}${stderr}`.replaceAll(/[\s│]+/g, ' ') }).toEqual({
      exitCode: 1,
      text: expect.stringContaining('cannot be destroyed'),
    });
  });

  describe('and another provider, which is in a mirror', () => {
    beforeAll(() => {
      placeNullProvider(join(project.home, '.terraform.d', 'plugins'));
      project.write('app.ts', gatedExample(cdk));
    });

    test('wants to lock both at the registry', async () => {
      expect(await command(['diff'])).toEqual({
        exitCode: 1,
        output: expect.stringContaining('Could not retrieve providers for locking'),
      });
    });

    test('is deployed with CDKTF_SKIP_PROVIDER_LOCK, after which both are locked', async () => {
      await project.run('rm', ['-rf', 'cdktf.out']);
      expect(await command(['deploy', '--auto-approve'], { CDKTF_SKIP_PROVIDER_LOCK: 'true' })).toEqual(
        saying('Apply complete! Resources: 1 added, 0 changed, 0 destroyed.'),
      );
      expect(await command(['diff'])).toEqual(saying('No changes.'));
      expect(await command(['destroy', '--auto-approve'])).toEqual(saying('1 destroyed'));
    });
  });

  test('the demo', async () => {
    const { exitCode, stdout, stderr } = await project.run('zonewright', ['demo']);
    if (exitCode !== 0) throw new Error(`the demo ended with ${exitCode}:\n${stdout}${stderr}`);
    expect(stdout).toContain(`node dist/examples${cdk.name === 'cdktn' ? '-cdktn' : ''}/log-fields.js`);
  });
});

interface Ended {
  readonly exitCode: number;
  readonly output: string;
}

/** The emulator of the installed package, as the README starts it. */
async function startEmulator(
  project: UserProject,
): Promise<{ readonly emulator: ChildProcess; readonly origin: string; readonly controlToken: string }> {
  const program = join(project.folder, 'node_modules', '.bin', 'zonewright');
  const emulator = spawn(program, ['emulator', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const failed = once(emulator, 'exit').then(([code]) => {
    throw new Error(`the emulator ended with ${String(code)}`);
  });
  const listening = new Promise<URL>((resolve) => {
    createInterface(emulator.stdout).on('line', (line) => {
      const [, found] = /^Status page: (\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
  });
  failed.catch(() => undefined);
  const { origin, password } = await Promise.race([listening, failed]);
  return { emulator, origin, controlToken: password };
}

/** What the rules of the zone's custom fields say. */
async function fieldsAt(origin: string, controlToken: string): Promise<readonly unknown[]> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const answer = await fetch(`${origin}/_control/zones/${DEFAULT_ZONE_ID}`, { headers });
  const { rulesets } = (await answer.json()) as { readonly rulesets: readonly Ruleset[] };
  const ruleset = rulesets.find(({ phase }) => phase === 'http_log_custom_fields');
  return (ruleset?.rules ?? []).map(({ action_parameters }) => action_parameters);
}

interface Ruleset {
  readonly phase: string;
  readonly rules?: readonly { readonly action_parameters: unknown }[];
}
