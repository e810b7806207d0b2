import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const EMULATOR = join(__dirname, '..', '..', '..', 'dist', 'emulator');

/** A test that waits with spawnSync for a program which asks the emulator in the process of the test. */
const DEAD_LOCK = `
  require('${EMULATOR}').startEmulator().then(({ baseUrl }) => {
    require('node:child_process').spawnSync(process.execPath, ['-e', \`fetch('\${baseUrl}/zones')\`], { timeout: 60_000 });
  });`;

/** The same without a request. */
const BUSY = `
  require('${EMULATOR}').startEmulator().then((emulator) => {
    require('node:child_process').spawnSync(process.execPath, ['-e', 'setTimeout(() => {}, 3000)']);
    return emulator.close();
  });`;

test('an emulator that is blocked while a request waits says so, and what to do', async () => {
  const blocked = spawn(process.execPath, ['-e', DEAD_LOCK], {
    stdio: ['ignore', 'inherit', 'pipe'],
    detached: true,
  });
  try {
    const [told] = (await once(blocked.stderr, 'data')) as [Buffer];
    expect(String(told)).toMatch(
      /^\nThe emulator at http:\/\/127\.0\.0\.1:\d+ cannot answer: [^]*spawnSync[^]*toPlanSuccessfully[^]*startEmulatorProcess\(\) of 'zonewright\/testing'/,
    );
  } finally {
    if (blocked.pid !== undefined) process.kill(-blocked.pid, 'SIGKILL');
  }
});

test('a blocked emulator says nothing while no request waits, if that is known', async () => {
  const busy = spawn(process.execPath, ['-e', BUSY], { stdio: ['ignore', 'inherit', 'pipe'] });
  let told = '';
  busy.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  const [code] = (await once(busy, 'close')) as [number];
  expect({ code, told }).toEqual({ code: 0, told: '' });
});
