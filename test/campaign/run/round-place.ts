import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine } from '../../../cli/engine/find';
import { copyProvider, runProvider, type RunningProvider } from '../../support/running-provider';
import { createWorkspace } from '../../support/workspace';
import { EMPTY_PROGRAM, type Block } from '../program/program';
import { renderProgram } from '../program/render';
import { STATES, type StateName } from '../scenario/scenario';
import type { RootModule } from './root-module';
import { zoneSeeds } from './zone-seeds';

/** What `terraform init` makes, which no round changes. */
const INITIALISED = ['.terraform', '.terraform.lock.hcl'];

/** What the provider keeps in the folder of `terraform init`. */
const RECORDS = join('.terraform', 'zonewright');

/**
 * A folder with an initialised root module in each of `a` and `b`, and a provider that runs in each, for one round after the
 * other: every round has other zones, so that a provider knows nothing of them, and an empty folder.
 */
export type RoundPlace = ReturnType<typeof createRoundPlace>;

export function createRoundPlace(template: Template) {
  const providers = new Map<StateName, RunningProvider>();
  /** Processes that the engine did not start. */
  const ownProviders = new Set<number>();
  let folder: string | undefined;
  const end = (): void => {
    for (const provider of providers.values()) provider.kill();
    providers.clear();
  };
  return {
    binary: template.binary,
    ownProviders,
    /** The folder, as initialised. */
    begin: (): string => {
      folder ??= template.newFolder();
      for (const state of STATES) empty(join(folder, state), template.initialised);
      return folder;
    },
    /** What leads an engine to the provider that runs in the module's folder. */
    reattach: async (
      { name, folder: cwd }: RootModule,
      env: NodeJS.ProcessEnv,
    ): Promise<NodeJS.ProcessEnv> => {
      const running = providers.get(name);
      if (running?.isAlive()) return running.env;
      const started = await runProvider(template.provider, cwd, env);
      providers.set(name, started);
      ownProviders.add(started.pid);
      return started.env;
    },
    /** Leaves the folder as it is: the next round gets another one. */
    keep: (): void => {
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

/** An initialised root module to copy, and the programs that the rounds run. */
type Template = Awaited<ReturnType<typeof createTemplate>>;

/** Initialises once: a block outside of the module and one inside, so that later programs may have either. */
export async function createTemplate() {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-campaign-'));
  const first = join(folder, 'template');
  const place = {
    zoneIds: zoneSeeds([{ plan: 'enterprise', jobs: [], previous: 'default' }], 0).map(({ id }) => id),
    baseUrl: '',
  };
  const files = renderProgram(
    { ...EMPTY_PROGRAM, blocks: [block('outer', false), block('inner', true)] },
    place,
  );
  mkdirSync(first, { recursive: true });
  const workspace = await createWorkspace({ folder: first, files });
  await workspace.ready();
  const { binary } = await findEngine({ fetch: false });
  let folders = 0;
  return {
    binary,
    /** A copy of the built provider, started where the engine does not do it. */
    provider: copyProvider(join(folder, 'provider')),
    initialised: first,
    /** The path of a new folder for rounds. */
    newFolder: (): string => join(folder, `rounds-${(folders += 1)}`),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}

function block(label: string, inModule: boolean): Block {
  return {
    ...{ kind: 'fields', label, inModule, repeat: 'none', aliased: false, later: 1, dependent: 'none' },
    settings: { cookies: ['one'] },
    lifecycle: {},
    members: [{ key: label, zone: 0, revision: 0 }],
  };
}
