import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { ServiceSettings } from '../../../emulator';
import type { ClientTask } from './client-program';
import type { EmulatorTask, Seen } from './emulator-program';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';

export interface Fleet {
  /** Client processes; they take the tokens in turn. */
  readonly processes: number;
  readonly tokens: number;
  /** The total of all processes. */
  readonly requests: number;
  readonly settings: Partial<ServiceSettings>;
  /** How many times faster than real time all clocks run. */
  readonly speed: number;
}

export interface FleetRun {
  /** Requests that were answered, and that were refused with 429. */
  readonly answered: number;
  readonly refused: number;
  /** Seconds of the scaled clock from the first request to the last. */
  readonly seconds: number;
}

/** Runs client processes against an emulator process over HTTP. */
export async function runFleet(fleet: Fleet): Promise<FleetRun> {
  const { processes, requests, settings, speed } = fleet;
  // Inside the checkout, so that packages are found.
  const folder = mkdtempSync(join(__dirname, '..', '..', '..', 'node_modules', '.run-'));
  const running: ChildProcess[] = [];
  try {
    await bundle(folder);
    const origin = Date.now();
    const tokens = Array.from(
      { length: fleet.tokens },
      (_, index) => `bench-token-${index}-0123456789abcdefghijklmnopqrstuv`,
    );
    const begin = (name: string, task: ClientTask | EmulatorTask): Started => {
      const started = start(join(folder, `${name}.js`), task, folder);
      running.push(started.child);
      return started;
    };
    const emulator = begin('emulator-program', { settings, tokens, zoneId: ZONE, origin, speed });
    const baseUrl = await emulator.line();
    const clients = Array.from({ length: processes }, (_, index) =>
      begin('client-program', {
        baseUrl,
        token: tokens[index % tokens.length] ?? '',
        zoneId: ZONE,
        requests: Math.floor(requests / processes) + (index < requests % processes ? 1 : 0),
        origin,
        speed,
      }),
    );
    for (const client of clients) await client.line();
    for (const client of clients) client.child.stdin?.write('go\n');
    const codes = await Promise.all(clients.map(({ ended }) => ended));
    if (codes.some((code) => code !== 0)) throw new Error(`clients ended with ${codes.join(', ')}`);
    emulator.child.stdin?.write('seen\n');
    const { answered, refused, firstAt, lastAt } = JSON.parse(await emulator.line()) as Seen;
    return { answered, refused, seconds: (lastAt - firstAt) / 1000 };
  } finally {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundle(outdir: string): Promise<void> {
  await build({
    entryPoints: ['client-program', 'emulator-program'].map((name) => join(__dirname, `${name}.ts`)),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
}

interface Started {
  readonly child: ChildProcess;
  /** The next line that it prints; rejects when it ends without one. */
  readonly line: () => Promise<string>;
  readonly ended: Promise<number | null>;
}

function start(program: string, task: object, cache: string): Started {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], XDG_CACHE_HOME: cache },
  });
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    ended,
    line: async () => {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${program} ended with ${await ended}`);
      return value;
    },
  };
}
