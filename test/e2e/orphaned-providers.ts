import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { createWorkspace, hcl, startService } from '../support/workspace';
import { runningPrograms } from './running-programs';

/**
 * A provider that is still there after this time does not end. How soon it ends is shown in
 * test/provider-shim/sdk/plugin/serve.test.ts, by a clock that no machine makes slower.
 */
const BOUND_MS = 300_000;

export interface Kill {
  readonly command: 'validate' | 'plan' | 'apply' | 'destroy';
  readonly signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGQUIT';
  /** Milliseconds from the start of the engine. */
  readonly delay: number;
  /** Milliseconds that the service takes for each answer. */
  readonly latency: number;
}

export interface Campaign {
  /** How often the engine was still running when the signal came: a kill that comes too late is played again, earlier. */
  readonly hits: number;
  /** The kills whose provider does not end. */
  readonly orphans: readonly Kill[];
  /** Folders of sockets that are left. */
  readonly folders: number;
}

/** Any moment of any command that starts providers. */
export const kills = (signals: readonly Kill['signal'][]): fc.Arbitrary<Kill> =>
  fc.record({
    command: fc.constantFrom('validate', 'plan', 'apply', 'destroy'),
    signal: fc.constantFrom(...signals),
    delay: fc.integer({ min: 0, max: 600 }),
    latency: fc.constantFrom(0, 0, 0, 30, 3_600_000),
  });

const CONFIG = hcl(`resource "zone_log_custom_fields" "a" {
  zone_id         = "${DEFAULT_ZONE_ID}"
  request_headers = ["user-agent"]
}`);

/** How many engines run at a time: more of them make the moments of a loaded machine as well. */
const AT_A_TIME = 3;

/** Plays out each of these kills, and looks what of the providers is left. */
export async function campaign(all: readonly Kill[]): Promise<Campaign> {
  const temporary = mkdtempSync(join(tmpdir(), 'orphans-'));
  const hand = [...all];
  const played: { readonly kill: Kill; readonly engine: number; readonly hit: boolean }[] = [];
  const play = async (): Promise<void> => {
    const service = await startService();
    const env = { ...service.env, TMPDIR: temporary };
    const workspace = await createWorkspace({ env, files: { 'main.tf': CONFIG } });
    await workspace.ready();
    for (let kill = hand.pop(); kill; kill = hand.pop()) {
      service.emulator.control.faults.put(kill.latency === 0 ? [] : [{ match: {}, delayMs: kill.latency }]);
      for (const file of readdirSync(workspace.cwd).filter((name) => name.includes('tfstate')))
        rmSync(join(workspace.cwd, file));
      const result = await playOne(workspace, kill);
      played.push({ kill, ...result });
      // The engine was faster.
      if (!result.hit) hand.push({ ...kill, delay: Math.floor(kill.delay / 2) });
    }
    workspace.remove();
    await service.emulator.close();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, play));
  const left = (): typeof played => {
    const providers = runningPrograms().filter(({ command }) => command.includes('terraform-provider-zone'));
    return played.filter(({ engine }) => providers.some(({ group }) => group === engine));
  };
  const end = performance.now() + BOUND_MS;
  while (left().length > 0 && performance.now() < end) await sleep(50);
  const folders = readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('plugin'),
  ).length;
  rmSync(temporary, { recursive: true, force: true });
  const orphans = left().map(({ kill }) => kill);
  return { hits: played.filter(({ hit }) => hit).length, orphans, folders };
}

async function playOne(
  workspace: Awaited<ReturnType<typeof createWorkspace>>,
  { command, signal, delay }: Kill,
): Promise<{ readonly engine: number; readonly hit: boolean }> {
  let onStart!: (pid: number) => void;
  const started = new Promise<number>((resolve) => (onStart = resolve));
  const run = workspace[command]({ onStart });
  const engine = await started;
  await Promise.race([sleep(delay), run]);
  const hit = strike(engine, signal);
  // A signal that the engine takes for a request to stop: the second one makes it stop at once.
  if (signal === 'SIGTERM' || signal === 'SIGINT') {
    await Promise.race([sleep(delay), run]);
    strike(engine, signal);
  }
  await Promise.race([run, gone(engine)]);
  return { engine, hit };
}

function strike(engine: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(engine, signal);
    return true;
  } catch {
    return false;
  }
}

/** Its output is open for as long as a provider that it left holds it, so the end of the run is not waited for. */
async function gone(engine: number): Promise<void> {
  while (runningPrograms().some(({ pid }) => pid === engine)) await sleep(20);
}
