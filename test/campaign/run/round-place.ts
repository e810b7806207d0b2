import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProvider, type RunningProvider } from '../../support/running-provider';
import { STATES, type StateName } from '../scenario/scenario';
import type { RootModule } from './root-module';
import type { Template } from './template';

/** What `terraform init` makes, which no round changes. */
const INITIALISED = ['.terraform', '.terraform.lock.hcl'];

/** What the provider keeps in the folder of `terraform init`. */
const RECORDS = join('.terraform', 'zonewright');

/**
 * A folder with an initialised root module in each of `a` and `b`, and a provider that runs in each, for one round after the
 * other: every round has other zones, so that a provider knows nothing of them, and an empty folder.
 */
export interface RoundPlace {
  readonly binary: string;
  /** Processes that the engine did not start. */
  readonly ownProviders: ReadonlySet<number>;
  /** The folder, as initialised. */
  begin(): string;
  /** What leads an engine to the provider that runs in the module's folder. */
  reattach(module: RootModule, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv>;
  /** Leaves the folder as it is: the next round gets another one. */
  keep(): void;
  end(): void;
}

export function createRoundPlace(template: Template): RoundPlace {
  const providers = new Map<StateName, RunningProvider>();
  const ownProviders = new Set<number>();
  let folder: string | undefined;
  const end = (): void => {
    for (const provider of providers.values()) provider.kill();
    providers.clear();
  };
  return {
    binary: template.binary,
    ownProviders,
    begin: () => {
      folder ??= template.newFolder();
      for (const state of STATES) empty(join(folder, state), template.initialised);
      return folder;
    },
    reattach: async ({ name, folder: cwd }, env) => {
      const running = providers.get(name);
      if (running?.isAlive()) return running.env;
      const started = await runProvider(template.provider, cwd, env);
      providers.set(name, started);
      ownProviders.add(started.pid);
      return started.env;
    },
    keep: () => {
      end();
      folder = undefined;
    },
    end,
  };
}

function empty(module: string, initialised: string): void {
  const isNew = !existsSync(module);
  for (const name of isNew ? [] : readdirSync(module))
    if (!INITIALISED.includes(name)) rmSync(join(module, name), { recursive: true });
  rmSync(join(module, RECORDS), { recursive: true, force: true });
  for (const part of isNew ? INITIALISED : [])
    cpSync(join(initialised, part), join(module, part), { recursive: true, verbatimSymlinks: true });
}
