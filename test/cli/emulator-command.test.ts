import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../emulator';
import { bundledCommand } from './bundled-command';
import { temporaryFolder } from './engine/fake-program';

const command = bundledCommand();
const folder = temporaryFolder();
const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

interface Running {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  output(): string;
}

async function start(...args: readonly string[]): Promise<Running> {
  const child = command.start(['emulator', ...args]);
  started.push(child);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(() => output.includes('Ctrl-C ends it.'));
  return { child, baseUrl: /listens on (\S+)/.exec(output)?.[1] ?? '', output: () => output };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function rulesets(baseUrl: string, zoneId: string, token: string): Promise<Response> {
  return fetch(`${baseUrl}/zones/${zoneId}/rulesets`, { headers: { authorization: `Bearer ${token}` } });
}

test('it says where it listens and how to make a shell ready', async () => {
  const { baseUrl, output } = await start('--port', '0');
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/client\/v4$/);
  expect(
    output()
      .split('\n')
      .filter((line) => line.startsWith('  export ')),
  ).toEqual([
    `  export ZONEWRIGHT_BASE_URL=${baseUrl}`,
    `  export ZONEWRIGHT_API_TOKEN=${DEFAULT_TOKEN}`,
    `  export ZONE_ID=${DEFAULT_ZONE_ID} TF_VAR_zone_id=${DEFAULT_ZONE_ID}`,
  ]);
  expect((await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN)).status).toBe(200);
});

test('it logs requests, without credentials', async () => {
  const { baseUrl, output } = await start('--port', '0');
  await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN);
  await rulesets(baseUrl, DEFAULT_ZONE_ID, 'wrong-token-0123456789abcdefghijklmnopqrstuv');
  await until(() => output().split('Requests:\n')[1]?.split('\n').length === 3);
  const log = output().split('Requests:\n')[1] ?? '';
  expect(log.match(/^ {2}(200|4\d\d) {2}GET {4}\S+/gm)).toEqual([
    `  200  GET    /client/v4/zones/${DEFAULT_ZONE_ID}/rulesets`,
    expect.stringMatching(`  4\\d\\d  GET    /client/v4/zones/${DEFAULT_ZONE_ID}/rulesets`),
  ]);
  expect(log).not.toContain('token');
});

test('--quiet logs nothing', async () => {
  const { child, baseUrl, output } = await start('--port', '0', '--quiet');
  await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN);
  child.kill('SIGINT');
  await once(child, 'close');
  expect(output()).toMatch(/Ctrl-C ends it\.\n$/);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s is its regular end', async (signal) => {
  const { child, baseUrl } = await start('--port', '0');
  child.kill(signal);
  expect(await once(child, 'close')).toEqual([0, null]);
  await expect(rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN)).rejects.toThrow('fetch failed');
});

test('it begins with the zones of a seed file', async () => {
  const id = 'a'.repeat(32);
  const token = `seeded-${'0'.repeat(40)}`;
  const seed = join(folder, 'zones.yaml');
  writeFileSync(
    seed,
    [
      'zones:',
      `  - { id: ${id}, name: seeded.example, plan: business }`,
      'credentials:',
      `  tokens: [{ token: ${token} }]`,
      '',
    ].join('\n'),
  );
  const { baseUrl, output } = await start('--port', '0', '--seed', seed);
  expect(output()).toContain(`  zone     ${id}  seeded.example, business\n`);
  expect((await rulesets(baseUrl, id, token)).status).toBe(200);
});

test('a seed that cannot be used is refused with the place of each mistake', async () => {
  const seed = join(folder, 'bad.yaml');
  writeFileSync(seed, 'zones:\n  - { name: x.example, plan: golden }\n');
  const { exitCode, stdout, stderr } = await command.run(['emulator', '--port', '0', '--seed', seed]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(`error: the seed file ${seed} cannot be used\n`);
  expect(stderr).toMatch(/seen: {4}line 2, column \d+: zones\[0\]\.plan: /);
});

test('a seed file that is not there', async () => {
  const { exitCode, stderr } = await command.run(['emulator', '--seed', '/nowhere/zones.yaml']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('error: the seed file /nowhere/zones.yaml cannot be read\n  seen:    ENOENT');
});

test('a port that is in use is a clear error that names --port 0', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { exitCode, stderr } = await command.run(['emulator', '--port', String(port)]);
  server.close();
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: [
      `error: port ${port} is already in use`,
      `  seen:    listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
      '  do:      take any port that is free: zonewright emulator --port 0',
      '           or end what listens there',
      '',
    ].join('\n'),
  });
});
