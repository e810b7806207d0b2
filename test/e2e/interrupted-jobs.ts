import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ZONE_ID, type JournalEntry } from '../../emulator';
import { declare, service, stored, useWorkspace, workspace } from './one-service';
import { createWorkspace, type Workspace } from '../support/workspace';
import { stopProgram } from './running-programs';

export const DESTINATION = 'https://logs.example.com/collect?header_Authorization=planted-secret';

export { service, workspace };
/** The same folder at a later run: how that starts the provider is not the matter. */
export let nextRun: Workspace;
/** Is told of each request when it has taken effect and is about to be answered. */
let answering: (entry: JournalEntry) => void = () => undefined;

/** From now on each request is told to the listener. */
export function onAnswer(listener: (entry: JournalEntry) => void = () => undefined): void {
  answering = listener;
}

/** For the tests of a file: one emulator and one root module; each test begins with nothing. */
export function useInterruptedJobs(): void {
  const starting = { onRequest: (entry: JournalEntry) => answering(entry) };
  useWorkspace(starting, { startedBy: 'engine', declare: () => configure({ name: 'cut' }) });
  beforeAll(async () => {
    nextRun = await createWorkspace({ folder: workspace.cwd, env: service.env, startedBy: 'workspace' });
  });
  beforeEach(() => {
    service.emulator.control.reset();
    answering = () => undefined;
    for (const file of readdirSync(workspace.cwd).filter(
      (name) => name.includes('tfstate') || name === 'plan',
    ))
      rmSync(join(workspace.cwd, file), { recursive: true });
    rmSync(records(), { recursive: true, force: true });
  });
}

export function configure(...blocks: readonly object[]): void {
  const resources = blocks.map((block, index) => [
    `job-${index}`,
    {
      zone_id: DEFAULT_ZONE_ID,
      logpull_options: { fields: ['RayID', 'Cookies'] },
      destination_conf_wo: DESTINATION,
      destination_conf_wo_version: 1,
      ...block,
    },
  ]);
  const zone_logpush_job = Object.fromEntries(resources) as Readonly<Record<string, object>>;
  declare({ zone_logpush_job }, { provider: { zone: { max_retries: 0 } } });
}

export const records = (): string =>
  join(workspace.cwd, '.terraform', 'zonewright', 'creations', DEFAULT_ZONE_ID);
export const recordTexts = (): readonly string[] =>
  existsSync(records()) ? readdirSync(records()).flatMap((name) => recordText(join(records(), name))) : [];

/** The provider renames a record into place: its name may be another one by the time that it is read. */
function recordText(file: string): readonly string[] {
  try {
    return [readFileSync(file, 'utf8')];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export const CREATION = 'logpush.jobs.create';
export const held = (): readonly { readonly id?: number; readonly name?: string | null }[] =>
  service.emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs ?? [];
export const sent = (method: string): number =>
  service.emulator.control.journal().filter((entry) => entry.method === method).length;

const kill = (pid: number): unknown => process.kill(pid, 'SIGKILL');

/** Ends an apply at the moment when its creation has taken effect. */
type Cut = (engine: number) => void | Promise<void>;

export const CUTS = {
  'the engine is killed': (engine) => void kill(engine),
  'the engine is killed when the provider has the answer': async (engine) => {
    stopProgram(engine);
    while (!recordTexts().some((text) => text.includes('"made":1'))) await sleep(5);
    kill(engine);
  },
} satisfies Readonly<Record<string, Cut>>;

/** @param creations how many take effect before the cut */
export async function cutApply(cut: Cut, creations = 1, args: readonly string[] = []): Promise<void> {
  let engine = 0;
  let seen = 0;
  let isCut: Promise<void> | undefined;
  answering = ({ operation }) => {
    if (operation !== CREATION) return;
    seen += 1;
    if (seen === creations) isCut = Promise.resolve(cut(engine));
  };
  const { exitCode } = await workspace.apply({ onStart: (pid) => (engine = pid), args });
  await isCut;
  answering = () => undefined;
  expect(exitCode).not.toBe(0);
  rmSync(join(workspace.cwd, '.terraform.tfstate.lock.info'), { force: true });
}

/** The zone and the state have the same jobs, each once, and nothing is left to do or to complete. */
export async function expectDone(...names: readonly string[]): Promise<void> {
  expect(await nextRun.plan()).toMatchObject({ exitCode: 0 });
  const ids = stored().flatMap(({ instances }) => instances.map(({ attributes }) => attributes['job_id']));
  expect(ids.sort()).toEqual(held().map(({ id }) => id));
  expect(
    held()
      .map(({ name }) => String(name))
      .sort(),
  ).toEqual([...names].sort());
  expect(recordTexts()).toEqual([]);
}
