import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID, startEmulator, type RunningEmulator } from '../../emulator';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';
import { copyProvider, runProvider, type RunningProvider } from '../support/running-provider';
import { customFields, providerConfig } from './called-provider';
import { connectPlainly, type ProviderClient, type Reply } from './provider-client';
import { wireValue } from './wire-value';

/** A provider as a debugger runs it: one process for many commands, each with its own configuration. */
const folder = temporaryFolder();
/** Where the provider counts its objects at SIGUSR2 (test/support/fixtures/live-memory.mjs). */
const COUNT = join(folder, 'objects');
const PROBE = join(__dirname, '..', 'support', 'fixtures', 'live-memory.mjs');
let emulator: RunningEmulator;
let provider: RunningProvider;
let client: ProviderClient;
let delayed = (): void => undefined;
let goOn = (): void => undefined;

beforeAll(async () => {
  const wait = (): Promise<void> => {
    delayed();
    return new Promise((resolve) => (goOn = resolve));
  };
  emulator = await startEmulator({ wait });
  provider = await runProvider(copyProvider(folder), folder, {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: folder,
    ZONEWRIGHT_NODE: fakeProgram(join(folder, 'node'), `exec '${process.execPath}' --import '${PROBE}' "$@"`),
    LIVE_MEMORY_FILE: COUNT,
  });
  client = connectPlainly(provider.socket);
});
afterAll(async () => {
  client.close();
  provider.kill();
  await emulator.close();
});

const call = async (rpc: string, request: object): Promise<Reply> => {
  const reply = await client.call(rpc, request);
  expect(reply['diagnostics']).toEqual([]);
  return reply;
};
const configure = (): Promise<Reply> =>
  call('ConfigureProvider', {
    terraformVersion: '1.11.4',
    ...providerConfig({
      base_url: emulator.baseUrl,
      api_token: emulator.credentials.token,
      max_requests_per_second: 1_000,
    }),
  });
const read = (): Promise<Reply> =>
  call('ReadResource', {
    typeName: 'zone_log_custom_fields',
    currentState: wireValue(customFields({ zone_id: DEFAULT_ZONE_ID, request_headers: ['accept'] })),
  });

test('a read under way when the next command configures the provider is answered', async () => {
  await configure();
  const underWay = new Promise<void>((resolve) => (delayed = resolve));
  emulator.control.faults.put([{ delayMs: 1, times: 1 }]);
  const reading = read();
  await underWay;
  await configure();
  const next = await read();
  goOn();
  expect(await reading).toEqual(next);
});

/** The objects of JavaScript that the provider keeps, once all garbage is collected. */
async function objects(): Promise<number> {
  rmSync(COUNT, { force: true });
  process.kill(provider.pid, 'SIGUSR2');
  while (!existsSync(COUNT) && provider.isAlive()) await new Promise((resolve) => setTimeout(resolve, 5));
  return Number(readFileSync(COUNT, 'utf8'));
}

test('a command leaves nothing of its configuration behind', async () => {
  const run = async (commands: number): Promise<number> => {
    for (let done = 0; done < commands; done++) {
      await configure();
      await read();
    }
    return objects();
  };
  const before = await run(10);
  const after = await run(40);
  // A configuration has some 230 objects. Four of each, from the timers of undici, stay for a second.
  expect((after - before) / 40).toBeLessThan(20);
});
