import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyProvider, runProvider, type RunningProvider } from '../../support/running-provider';
import { createWorkspace } from '../../support/workspace';
import { EMPTY_PROGRAM } from '../program/program';
import { renderProgram } from '../program/render';

/** What `terraform init` needs and makes, which no round changes; a provider that runs has its socket in HOME. */
const INITIALISED = ['terraform.d', '.terraform', '.terraform.lock.hcl', 'home'];

/** What the provider keeps in the folder of `terraform init`. */
const RECORDS = join('.terraform', 'zonewright');

/**
 * A folder with an initialised root module, and a provider that runs in it, for one round after the other: every round has
 * other zones, so that a provider knows nothing of them, and an empty folder.
 */
export interface RoundPlace {
  readonly binary: string;
  readonly folder: string;
  /** Processes that the engine did not start. */
  readonly ownProviders: ReadonlySet<number>;
  /** Makes the folder as initialised. */
  begin(): void;
  /** What leads an engine to a provider that runs in the folder, with these settings. */
  reattach(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv>;
  end(): void;
  remove(): void;
}

export async function createRoundPlace(): Promise<RoundPlace> {
  const root = mkdtempSync(join(tmpdir(), 'zonewright-campaign-'));
  const folder = join(root, 'round');
  mkdirSync(folder);
  const workspace = await createWorkspace({
    folder,
    files: { 'main.tf.json': renderProgram(EMPTY_PROGRAM, []) },
  });
  await workspace.ready();
  const program = copyProvider(join(root, 'provider'));
  const providers = new Map<string, RunningProvider>();
  const ownProviders = new Set<number>();
  return {
    ...{ binary: workspace.binary, folder, ownProviders },
    begin: () => {
      for (const name of readdirSync(folder))
        if (!INITIALISED.includes(name)) rmSync(join(folder, name), { recursive: true });
      rmSync(join(folder, RECORDS), { recursive: true, force: true });
    },
    reattach: async (env) => {
      const settings = env['ZONEWRIGHT_PROOF'] ?? '';
      const running = providers.get(settings);
      if (running?.isAlive()) return running.env;
      const started = await runProvider(program, folder, env);
      providers.set(settings, started);
      ownProviders.add(started.pid);
      return started.env;
    },
    end: () => providers.forEach((provider) => provider.kill()),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
