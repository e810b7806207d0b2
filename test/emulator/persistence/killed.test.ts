import { inLane } from '../../support/lane';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Snapshot } from '../../../emulator';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';
import { command } from '../../cli/built-command';
import { ENTRY_POINT, FIELDS_RULESET } from '../client';

const ROUNDS = inLane({ share: 3, whole: 12 });
const WRITERS = 4;

const folder = mkdtempSync(join(tmpdir(), 'killed-'));
const file = join(folder, 'state.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<{ readonly child: ChildProcess; readonly baseUrl: string }> {
  const child = command.start(['emulator', '--port', '0', '--quiet', '--persist', file]);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  while (!output.includes('Ctrl-C ends it.')) {
    if (child.exitCode !== null) throw new Error(`The emulator ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { child, baseUrl: /listens on (\S+)/.exec(output)?.[1] ?? '' };
}

const HEADERS = { authorization: `Bearer ${DEFAULT_TOKEN}`, 'content-type': 'application/json' };

/** Writes until there are no more answers; returns the highest version in an answer. */
async function writeUntilKilled(baseUrl: string, onAnswer: () => void): Promise<number> {
  let answered = 0;
  const url = `${baseUrl}/zones/${DEFAULT_ZONE_ID}${ENTRY_POINT}`;
  for (let count = 0; ; count += 1) {
    const body = JSON.stringify({ description: `${count} ${'x'.repeat(50_000)}` });
    try {
      const response = await fetch(url, { method: 'PUT', headers: HEADERS, body });
      const { result } = (await response.json()) as { result: { version: string } };
      answered = Number(result.version);
      onAnswer();
    } catch {
      return answered;
    }
  }
}

test(`kill -9 during many writes leaves a whole state with every answered write (${ROUNDS} times)`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, baseUrl } = await start();
    if (round === 0) {
      const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(FIELDS_RULESET) };
      expect((await fetch(`${baseUrl}/zones/${DEFAULT_ZONE_ID}/rulesets`, init)).status).toBe(200);
    }
    let underWay: () => void = () => undefined;
    const answers = new Promise<void>((resolve) => (underWay = resolve));
    const writers = Array.from({ length: WRITERS }, () => writeUntilKilled(baseUrl, underWay));
    await answers;
    await new Promise((resolve) => setTimeout(resolve, 150 + 37 * round));
    child.kill('SIGKILL');
    await once(child, 'close');
    const answered = Math.max(...(await Promise.all(writers)));
    const snapshot = JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
    expect(answered).toBeGreaterThan(1);
    expect(Number(snapshot.zones[0]?.rulesets?.[0]?.version)).toBeGreaterThanOrEqual(answered);
    expect(createEmulator({ seed: snapshot }).control.snapshot()).toEqual(snapshot);
  }
});
