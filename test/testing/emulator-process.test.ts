import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorSetup, startEmulatorProcess, type EmulatorProcess } from '../../testing';
import { temporaryFolder } from '../support/temporary-folder';
import { ZONE } from './zone-stacks';

const DIST = join(__dirname, '..', '..', 'dist');

let emulator: EmulatorProcess;
beforeAll(async () => void (emulator = await startEmulatorProcess()));
afterAll(() => emulator.close());

test('an emulator process answers a program for which this process waits', () => {
  const { baseUrl, credentials } = emulator;
  const request = `fetch('${baseUrl}/zones/${ZONE}', { headers: { authorization: 'Bearer ${credentials.token}' } })`;
  const { stdout } = spawnSync(process.execPath, [
    '-p',
    `${request}.then(async (r) => console.log(r.status))`,
  ]);
  expect(String(stdout)).toContain('200');
});

test('an emulator process has the same control as an emulator in this process', async () => {
  const { control } = emulator;
  await control.saveRuleset(ZONE, 'http_log_custom_fields', { rules: [] });
  expect((await control.zone(ZONE)).rulesets).toMatchObject([{ phase: 'http_log_custom_fields' }]);
  await control.deleteRuleset(ZONE, 'http_log_custom_fields');
  await control.patchZone(ZONE, { plan: 'business' });
  expect((await control.zones()).find(({ id }) => id === ZONE)).toMatchObject({ plan: 'business' });
  await control.putFaults([{ effect: { kind: 'rate-limit' } }]);
  expect(await control.faults()).toMatchObject([{ effect: { kind: 'rate-limit' } }]);
  const { now } = await control.advanceClock(60);
  expect(Date.parse(now)).toBeGreaterThan(0);
  await control.sendTraffic(ZONE, [{ path: '/' }]);
  expect(await control.deliveries('s3://logs')).toEqual([]);
  await control.clearJournal();
  expect(await control.journal()).toEqual([]);
  const snapshot = await control.snapshot();
  await control.reset();
  expect(await control.faults()).toEqual([]);
  await control.restore(snapshot);
  await control.seed({ zones: [{ name: 'shop.example' }] });
  expect(await control.zones()).toMatchObject([{ name: 'shop.example' }]);
  await expect(control.zone('none')).rejects.toThrow(/failed with status 404: /);
  await control.reset();
});

test('an emulator process starts whatever a preload of NODE_OPTIONS prints', () => {
  const noisy = join(temporaryFolder(), 'noisy.cjs');
  writeFileSync(noisy, 'console.log("hello"); console.log("{}")');
  const program = `require(${JSON.stringify(join(DIST, 'testing'))}).startEmulatorProcess().then((one) => one.close())`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], {
    env: { ...process.env, NODE_OPTIONS: `--require ${noisy}` },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('an emulator process says why it cannot start', async () => {
  await expect(startEmulatorProcess({ seed: 'zones: 7' })).rejects.toThrow(/could not be started: .*zones/s);
  await expect(startEmulatorProcess({ port: Number(new URL(emulator.url).port) })).rejects.toThrow(
    'EADDRINUSE',
  );
});

test('the global setup points everything to the emulator, and its teardown restores the environment', async () => {
  const before = process.env['ZONEWRIGHT_BASE_URL'];
  // Known by a token of its own: another emulator may get the port of one that has ended.
  const token = `of-this-test-${'0'.repeat(40)}`;
  const reached = (baseUrl: string | undefined): Promise<boolean> =>
    fetch(`${baseUrl}/zones`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ ok }) => ok,
      () => false,
    );
  const setup = emulatorSetup({
    seed: { zones: [{ name: 'shop.example' }], credentials: { tokens: [{ token }] } },
  });
  await setup();
  const first = process.env['ZONEWRIGHT_BASE_URL'];
  const teardown = await setup();
  const second = process.env['ZONEWRIGHT_BASE_URL'] ?? '';
  expect(second).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/client\/v4$/);
  // A runner in watch mode sets up again: the earlier emulator has ended.
  expect([await reached(first), await reached(second)]).toEqual([false, true]);
  await teardown();
  expect(await reached(second)).toBe(false);
  expect(process.env['ZONEWRIGHT_BASE_URL']).toBe(before);
});

test('an emulator process ends with its parent, even if that is killed', async () => {
  const code = `require('${DIST}/testing').startEmulatorProcess().then((e) => { console.log(e.baseUrl); setInterval(() => {}, 1000); })`;
  const runner = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [line] = (await once(runner.stdout, 'data')) as [Buffer];
  expect((await fetch(`${String(line).trim()}/zones`)).status).toBe(400);
  // The emulator writes to the standard error of its parent, which is closed once both have ended.
  const closed = once(runner, 'close');
  runner.stderr.resume();
  runner.kill('SIGKILL');
  expect(await closed).toEqual([null, 'SIGKILL']);
});

test('an emulator process does not keep its parent alive', () => {
  const code = `require('${DIST}/testing').startEmulatorProcess().then((e) => console.log('started'))`;
  const { stdout, status } = spawnSync(process.execPath, ['-e', code], { timeout: 600_000 });
  expect({ stdout: String(stdout), status }).toEqual({ stdout: 'started\n', status: 0 });
});
