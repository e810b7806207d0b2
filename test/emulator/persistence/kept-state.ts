import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningEmulator, Snapshot, StartOptions } from '../../../emulator';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, startEmulator } from '../../../emulator';

export const PHASE = 'http_log_custom_fields';

/** A new folder for each test, and the state file in it. */
export let folder: string;
export let file: string;
/** The emulators of the test that are to be closed. */
export const running: RunningEmulator[] = [];

/** For the tests of a file: closes the emulators of each test, and removes its folder. */
export function useStateFile(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'state-file-'));
    file = join(folder, 'state.json');
  });
  afterEach(async () => {
    for (const emulator of running.splice(0)) await emulator.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
}

/** An emulator that keeps its state in the file. */
export async function start(options: StartOptions = {}): Promise<RunningEmulator> {
  const emulator = await startEmulator({ persistTo: file, ...options });
  running.push(emulator);
  return emulator;
}

/** What the file holds. */
export const kept = (): Snapshot => JSON.parse(readFileSync(file, 'utf8')) as Snapshot;

/** Sends a request to the default zone. */
export function send(
  emulator: RunningEmulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const headers = { authorization: `Bearer ${DEFAULT_TOKEN}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return fetch(`${emulator.baseUrl}/zones/${DEFAULT_ZONE_ID}${path}`, init);
}

/** A change that is made without a request. */
export const edit = (emulator: RunningEmulator): unknown =>
  emulator.control.editRuleset(DEFAULT_ZONE_ID, PHASE, () => undefined);
