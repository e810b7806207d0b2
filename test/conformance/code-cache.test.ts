import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_ZONE_ID, startEmulator, type RunningEmulator } from '../../emulator';
import { customFields, providerConfig } from './called-provider';
import { createClientCertificate } from './client-certificate';
import { connect, type ProviderClient, type Reply } from './provider-client';
import { BUILT_PROVIDER, startProvider, type StartedProvider } from './started-provider';
import { plainValue, wireValue } from './wire-value';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';

/** The code that V8 has compiled is kept for the next process, and no process depends on it. */
const engine = createClientCertificate();
const home = temporaryFolder();
const FOLDER = join(home, 'zonewright', 'code');
const THIRTY_ONE_DAYS = 31 * 24 * 60 * 60;
let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => rmSync(join(home, 'zonewright'), { recursive: true, force: true }));

/** Starts a provider, calls it, and takes it away. */
async function called<T>(
  call: (provider: StartedProvider, client: ProviderClient) => Promise<T>,
  environment: Readonly<Record<string, string>> = {},
  program: string = BUILT_PROVIDER,
): Promise<T> {
  const provider = await startProvider(engine, { XDG_CACHE_HOME: home, ...environment }, program);
  const client = connect(provider.handshake, engine);
  try {
    return await call(provider, client);
  } finally {
    client.close();
    await provider.remove();
  }
}

const config = (): ReturnType<typeof providerConfig> =>
  providerConfig({ base_url: emulator.baseUrl, api_token: emulator.credentials.token });

/** Reads an object as a plan does. */
async function read(client: ProviderClient): Promise<Reply> {
  await client.call('ConfigureProvider', { terraformVersion: '1.11.4', ...config() });
  const state = customFields({ zone_id: DEFAULT_ZONE_ID, cookies: ['a'], ruleset_id: 'b' });
  return client.call('ReadResource', { typeName: 'zone_log_custom_fields', currentState: wireValue(state) });
}

/** Reads an object with a provider as a plan does, and has it end; answers what it read and wrote to stderr. */
const readOnce = (environment: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  called(async (provider, client) => {
    const reply = await read(client);
    // A process that ends may break off its answer.
    await client.raw('/plugin.GRPCController/Shutdown', Buffer.alloc(0)).catch(() => undefined);
    const { code } = await provider.ended;
    return { read: plainValue(reply['newState']), code, stderr: provider.stderr() };
  }, environment);

const READ = { read: null, code: 0, stderr: '' };

/** The files of the cache; one that is written anew has another time. */
function stored(): readonly { readonly name: string; readonly time: number; readonly mode: number }[] {
  return readdirSync(FOLDER).map((name) => {
    const { mtimeMs, mode } = statSync(join(FOLDER, name));
    return { name, time: mtimeMs, mode: mode & 0o777 };
  });
}

/** Whether each file is what a process wrote: a digest of the rest, and compiled code of some size. */
const areWhole = (): boolean =>
  readdirSync(FOLDER).every((name) => {
    const content = readFileSync(join(FOLDER, name));
    const digest = createHash('sha256').update(content.subarray(32)).digest();
    return content.length > 10_000 && digest.equals(content.subarray(0, 32));
  });

const spoilAll = (spoil: (content: Buffer) => Uint8Array): void =>
  readdirSync(FOLDER).forEach((name) => {
    const path = join(FOLDER, name);
    writeFileSync(path, spoil(readFileSync(path)));
  });

test('the first process stores what it compiled, and the next one takes it', async () => {
  expect(await readOnce()).toEqual(READ);
  const first = stored();
  const suffix = new RegExp(`^[0-9a-f]{32}-${process.version}-${process.arch}$`);
  expect(first.map(({ name, mode }) => ({ name, mode }))).toEqual(
    ['service', 'client'].map(() => ({ name: expect.stringMatching(suffix), mode: 0o600 })),
  );
  expect(statSync(FOLDER).mode & 0o777).toBe(0o700);
  expect(await readOnce()).toEqual(READ);
  expect(stored()).toEqual(first);
});

describe('a cache that cannot be used', () => {
  beforeEach(async () => {
    await readOnce();
  });

  test.each<[string, (content: Buffer) => Uint8Array]>([
    ['cut', (content) => content.subarray(0, content.length - 1000)],
    ['with a changed byte', (content) => content.fill(content.readUInt8(5000) ^ 1, 5000, 5001)],
  ])('is replaced when its files are %s', async (_case, spoil) => {
    const names = readdirSync(FOLDER);
    expect(areWhole()).toBe(true);
    spoilAll(spoil);
    expect(areWhole()).toBe(false);
    expect(await readOnce()).toEqual(READ);
    expect(areWhole()).toBe(true);
    expect(readdirSync(FOLDER)).toEqual(names);
  });

  test('is replaced when V8 had other flags', async () => {
    const before = stored();
    const flagged = fakeProgram(join(home, 'flagged'), 'exec node --stack-trace-limit=20 "$@"');
    expect(await readOnce({ ZONEWRIGHT_NODE: flagged })).toEqual(READ);
    expect(stored().some(({ time }) => before.some((file) => file.time === time))).toBe(false);
    expect(areWhole()).toBe(true);
  });

  test('is passed over when others could have written it', async () => {
    chmodSync(FOLDER, 0o777);
    const before = stored();
    expect(await readOnce()).toEqual(READ);
    expect(stored()).toEqual(before);
  });
});

test('files of earlier builds are removed after a month', async () => {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  for (const name of ['old', 'recent']) writeFileSync(join(FOLDER, name), '');
  const past = Date.now() / 1000 - THIRTY_ONE_DAYS;
  utimesSync(join(FOLDER, 'old'), past, past);
  await readOnce();
  expect([existsSync(join(FOLDER, 'old')), existsSync(join(FOLDER, 'recent'))]).toEqual([false, true]);
});

test('NODE_OPTIONS of other tools are not for it', async () => {
  writeFileSync(join(home, 'noisy.cjs'), 'console.log("hello from a tool")');
  expect(
    await readOnce({ NODE_OPTIONS: `--require ${join(home, 'noisy.cjs')} --import /nowhere.mjs` }),
  ).toEqual(READ);
});

test('a process for which no folder can be made does without, and ends', async () => {
  expect(await readOnce({ XDG_CACHE_HOME: '/proc/zonewright' })).toEqual(READ);
});

test('a process that has no place for it does without', async () => {
  mkdirSync(join(home, 'zonewright'));
  writeFileSync(FOLDER, 'a file');
  expect(await readOnce()).toEqual(READ);
  expect(readFileSync(FOLDER, 'utf8')).toBe('a file');
});

/** A copy of the program, with the file beside it. */
function copiedProgram(): string {
  const folder = mkdtempSync(join(home, 'copied-'));
  cpSync(dirname(BUILT_PROVIDER), folder, { recursive: true });
  return join(folder, basename(BUILT_PROVIDER));
}

test('a process keeps its own code when another build replaces the program', async () => {
  const program = copiedProgram();
  const validated = called(
    (_provider, client) => {
      writeFileSync(`${program}.new`, '#!/bin/sh\n');
      renameSync(`${program}.new`, program);
      return client.call('ValidateProviderConfig', config());
    },
    {},
    program,
  );
  expect(await validated).toEqual({ diagnostics: [] });
});

describe('a program whose packed bytes are not what they were', () => {
  /** A copy of the program with one other bit in the part that a call is the first to need: the replies, the service, the client. */
  function damagedProgram(part: number): string {
    const program = copiedProgram();
    const code = readFileSync(join(dirname(program), 'zone-provider.cjs'), 'latin1');
    const places = [...code.matchAll(/from:(\d+),length:(\d+)/g)].map((found) => found.slice(1).map(Number));
    const [from = 0, length = 0] = places.sort(([one = 0], [other = 0]) => one - other)[part] ?? [];
    const content = readFileSync(program);
    const at = from + (length >> 1);
    writeFileSync(program, content.fill(content.readUInt8(at) ^ 1, at, at + 1));
    return program;
  }
  const DAMAGED =
    'is damaged, or of another build than zone-provider.cjs beside it: install the provider again';

  test.each([
    ['the replies', 0, 'GetProviderSchema'],
    ['the service', 1, 'ValidateProviderConfig'],
  ] as const)('is called damaged by the first call that needs %s', async (_case, part, rpc) => {
    const program = damagedProgram(part);
    const call = called((_provider, client) => client.call(rpc, config()), {}, program);
    await expect(call).rejects.toThrow(`${program} ${DAMAGED}`);
  });

  test('is called damaged by the first request, and not the network', async () => {
    const program = damagedProgram(2);
    expect(await called((_provider, client) => read(client), {}, program)).toMatchObject({
      diagnostics: [
        { summary: `${program} ${DAMAGED}.`, detail: expect.stringContaining('zonewright install') },
      ],
    });
  });

  test('is called replaced when another one has been put in its place since the start', async () => {
    const program = damagedProgram(1);
    const call = called(
      (_provider, client) => {
        writeFileSync(`${program}.new`, '#!/bin/sh\n');
        renameSync(`${program}.new`, program);
        return client.call('ValidateProviderConfig', config());
      },
      {},
      program,
    );
    await expect(call).rejects.toThrow(`${program} was replaced during this run: plan again`);
  });
});

test('NODE_DISABLE_COMPILE_CACHE switches it off', async () => {
  expect(await readOnce({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(READ);
  expect(existsSync(FOLDER)).toBe(false);
});
