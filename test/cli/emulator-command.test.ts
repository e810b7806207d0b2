import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../emulator';
import { temporaryFolder } from './engine/fake-program';
import { command } from './built-command';

const folder = temporaryFolder();

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

/** Starts `zonewright emulator`, until the end of the test; with the headers for its control API. */
async function start(...args: readonly string[]) {
  const child = command.start(['emulator', ...args]);
  started.push(child);
  let output = '';
  await new Promise<unknown>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Ctrl-C ends it.')) resolve(output);
    });
    // One that has ended without it says it no more.
    child.once('close', resolve);
  });
  const [, baseUrl = ''] = /listens on (\S+)/.exec(output) ?? [];
  const [, controlToken = ''] = /export ZONEWRIGHT_CONTROL_TOKEN=(\S+)/.exec(output) ?? [];
  return { child, baseUrl, control: { authorization: `Bearer ${controlToken}` }, output: () => output };
}

const snapshotOf = async ({
  baseUrl,
  control: headers,
}: Awaited<ReturnType<typeof start>>): Promise<object> =>
  (await (await fetch(`${new URL(baseUrl).origin}/_control/snapshot`, { headers })).json()) as object;

test.each(['SIGINT', 'SIGTERM'] as const)(
  'zonewright emulator --save writes what --seed continues from, at %s',
  async (signal) => {
    const at = join(folder, signal);
    const file = join(at, 'state.json');
    mkdirSync(at);
    // What a killed run left.
    writeFileSync(join(at, '.4711.new'), '{}');
    const options = ['--clock', 'virtual', '--model', 'specification'];
    const running = await start('--port', '0', '--save', file, ...options);
    const { child, baseUrl, output } = running;
    expect(output()).toContain(`  state    saved in ${file} when it ends\n`);
    expect(readdirSync(at)).toEqual([]);
    const created = await fetch(`${baseUrl}/zones/${DEFAULT_ZONE_ID}/rulesets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${DEFAULT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Fields', kind: 'zone', phase: 'http_log_custom_fields' }),
    });
    expect(created.status).toBe(200);
    const snapshot = await snapshotOf(running);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, said]).toEqual([0, `The emulator has ended; its data is in ${file}.\n`]);
    expect(readdirSync(at)).toEqual(['state.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(snapshot);
    const next = await start('--port', '0', '--seed', file, '--clock', 'virtual');
    expect(await snapshotOf(next)).toEqual(snapshot);
  },
);
