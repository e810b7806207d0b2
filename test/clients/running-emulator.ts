import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SeedDocument } from '../../emulator';
import { CLIENT_SEED } from './seed';

/** The program as the package ships it; `npm run test:clients` builds it. */
const PROGRAM = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

/** The models of the service that every client meets. */
export const MODELS = ['specification', 'today'] as const;
export type Model = (typeof MODELS)[number];

/** `zonewright emulator` in a process of its own. */
export interface EmulatorProcess {
  /** Ends in `/client/v4`. */
  readonly baseUrl: string;
  /** What its control API asks for. */
  readonly controlToken: string;
  stop(): Promise<void>;
}

/**
 * Starts `zonewright emulator` on a free port of 127.0.0.1.
 *
 * @throws Error if it ends before it listens; the message has what it wrote.
 */
export async function startEmulator(
  model: Model,
  { seed = CLIENT_SEED }: { readonly seed?: SeedDocument } = {},
): Promise<EmulatorProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-clients-'));
  const seedFile = join(folder, 'seed.json');
  writeFileSync(seedFile, JSON.stringify(seed));
  const child = spawn(
    process.execPath,
    [PROGRAM, 'emulator', '--port', '0', '--quiet', '--seed', seedFile, '--model', model],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  return {
    ...(await listening(child, ended)),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listening(child: ChildProcess, ended: Promise<unknown>): Promise<Omit<EmulatorProcess, 'stop'>> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  let baseUrl = '';
  let controlToken = '';
  return new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('the emulator has no standard output');
    createInterface(child.stdout).on('line', (line) => {
      const [, found] = /listens on (\S+)/.exec(line) ?? [];
      if (found !== undefined) baseUrl = found;
      const [, token] = /CONTROL_TOKEN=(\S+)/.exec(line) ?? [];
      if (token !== undefined) controlToken = token;
      if (line.startsWith('Ctrl-C ends it')) resolve({ baseUrl, controlToken });
    });
    void ended.then(() => reject(new Error(`zonewright emulator did not start: ${errors}`)));
  });
}
