import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../emulator';
import { temporaryFolder } from './engine/fake-program';
import { command } from './built-command';
import { rulesets, start } from './running-command';

const folder = temporaryFolder();

test('zonewright emulator --persist keeps its data, and says so at the end', async () => {
  const file = join(folder, 'state.json');
  const first = await start('--port', '0', '--persist', file);
  expect(first.output()).toContain(`  state    kept in ${file}\n`);
  const created = await fetch(`${first.baseUrl}/zones/${DEFAULT_ZONE_ID}/rulesets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEFAULT_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Fields', kind: 'zone', phase: 'http_log_custom_fields' }),
  });
  const { result } = (await created.json()) as { result: { id: string } };
  let remarks = '';
  first.child.stderr?.setEncoding('utf8').on('data', (text: string) => (remarks += text));
  first.child.kill('SIGINT');
  expect(await once(first.child, 'close')).toEqual([0, null]);
  expect(remarks).toBe(`The emulator has ended; its data is in ${file}.\n`);

  const second = await start('--port', '0', '--persist', file);
  const { result: listed } = (await (
    await rulesets(second.baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN)
  ).json()) as { result: readonly { id: string }[] };
  expect(listed.map(({ id }) => id)).toContain(result.id);
});

test('a state file that cannot be used is refused with the place of each mistake, and does not change', async () => {
  const file = join(folder, 'broken.json');
  writeFileSync(file, '{\n "zones": [{ "name": "a.example", "plan": "golden" }]\n}\n');
  const { exitCode, stdout, stderr } = await command.run(['emulator', '--port', '0', '--persist', file]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(`error: the state file ${file} cannot be used\n`);
  expect(stderr).toMatch(/seen: {4}line 2, column \d+: zones\[0\]\.plan: /);
  expect(readFileSync(file, 'utf8')).toContain('golden');
});

test('a state file that can no longer be written ends zonewright emulator with exit code 1', async () => {
  const place = join(folder, 'gone');
  mkdirSync(place);
  const { child, baseUrl } = await start('--port', '0', '--persist', join(place, 'state.json'));
  let remarks = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (remarks += text));
  // Removed in one step: it may be writing the time of its start, and emptying a folder in use may fail.
  renameSync(place, join(folder, 'taken away'));
  const url = baseUrl.replace('/client/v4', '/_control/clock/advance');
  const closed = once(child, 'close');
  const sent = fetch(url, { method: 'POST', body: '{"seconds":1}' });
  await expect(sent).rejects.toThrow('fetch failed');
  expect(await closed).toEqual([1, null]);
  expect(remarks).toContain(`error: the state file ${join(place, 'state.json')} cannot be written\n`);
  expect(remarks).not.toContain('    at ');
});

test('a persisted state continues at the current time', async () => {
  const file = join(folder, 'old.json');
  writeFileSync(file, JSON.stringify({ clock: '2024-02-01T00:00:00Z' }));
  const { baseUrl } = await start('--port', '0', '--persist', file);
  const { now } = (await (await fetch(`${new URL(baseUrl).origin}/_control/clock`)).json()) as {
    now: string;
  };
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
});

test('a second emulator on one state file is refused, but takes it over from a killed one', async () => {
  const file = join(folder, 'shared.json');
  const first = await start('--port', '0', '--persist', file);
  const pid = Number(readFileSync(`${file}.lock`, 'utf8').split(' ')[0]);
  const { exitCode, stdout, stderr } = await command.run(['emulator', '--port', '0', '--persist', file]);
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: [
      `error: the state file ${file} cannot be used`,
      `  seen:    the emulator of process ${pid} uses it, according to ${file}.lock`,
      '  do:      stop that emulator, or use another file',
      `           if process ${pid} is not an emulator, remove ${file}.lock`,
      '',
    ].join('\n'),
  });
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  expect(existsSync(`${file}.lock`)).toBe(true);
  const second = await start('--port', '0', '--persist', file);
  expect(second.output()).toContain(
    `  state    continued from ${file}, and kept there; the seed is not used\n`,
  );
  second.child.kill('SIGINT');
  await once(second.child, 'close');
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test.each<[string, string, string]>([
  ['is empty', '', 'the file is empty'],
  ['is cut off', '{"zones": [', 'line 1, column 12: it is not whole JSON: it ends too early'],
])('a seed or state file that %s', async (_name, content, problem) => {
  const file = join(folder, 'odd.json');
  writeFileSync(file, content);
  for (const option of ['--seed', '--persist']) {
    const { exitCode, stderr } = await command.run(['emulator', '--port', '0', option, file]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`  seen:    ${problem}\n`)]);
    expect(stderr.includes(`or remove ${file} to start from the seed\n`)).toBe(option === '--persist');
  }
});

test('a seed or state file that is not UTF-8', async () => {
  const file = join(folder, 'odd.json');
  writeFileSync(file, Buffer.from([0x1b, 0xff]));
  const run = (option: string) => command.run(['emulator', '--port', '0', option, file]);
  const [seed, state] = await Promise.all([run('--seed'), run('--persist')]);
  expect([seed.exitCode, state.exitCode]).toEqual([1, 1]);
  expect(seed.stderr).toContain(`  seen:    ${file} is not text in UTF-8\n`);
  expect(state.stderr).toContain('  seen:    the file is not UTF-8 text\n');
  expect(state.stderr).toContain(`or remove ${file} to start from the seed\n`);
});

test('a state file that does not fit --model is refused, and continues with its own model', async () => {
  const file = join(folder, 'older.json');
  const override = { urls: ['example.com/upload*'], rules: { '100016': 'simulate' } };
  const zone = { name: 'a.example', previous_waf: { uri_overrides: [override] } };
  writeFileSync(file, JSON.stringify({ zones: [zone] }));
  const { exitCode, stderr } = await command.run([
    ...['emulator', '--port', '0', '--persist', file, '--model', 'today'],
  ]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('zones[0].previous_waf.uri_overrides: ');
  expect(stderr).toContain(
    [
      '  do:      leave out --model today to continue it with its own model, specification: this file is unchanged',
      `           or use another file, or remove ${file} to start from the seed`,
      '',
    ].join('\n'),
  );
  expect((await start('--port', '0', '--persist', file)).output()).toContain('  model    specification');
});
