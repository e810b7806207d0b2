import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createEngine, type Engine, until } from './engine';

let engine: Engine;

beforeAll(() => (engine = createEngine()));
afterAll(() => engine.remove());

const socketFolder = async (plugin: ReturnType<Engine['start']>): Promise<string> =>
  dirname((await plugin.handshake())[3] ?? '');

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the end of the process', () => {
  test('Shutdown is answered, then the process ends at once and leaves no socket', async () => {
    const plugin = engine.start();
    const caller = await plugin.connect();
    await caller.call('Echo');
    const start = Date.now();
    expect((await caller.call('/plugin.GRPCController/Shutdown')).length).toBe(0);
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
    expect(Date.now() - start).toBeLessThan(1_000);
    expect(existsSync(await socketFolder(plugin))).toBe(false);
    caller.close();
  });

  test('the plugin is told of Shutdown, and of no other end', async () => {
    const [asked, left] = [engine.start(), engine.start()];
    const [caller, leaver] = [await asked.connect(), await left.connect()];
    await caller.call('/plugin.GRPCController/Shutdown');
    await leaver.call('Echo');
    leaver.close();
    await Promise.all([asked.exited, left.exited]);
    expect([asked.stderr(), left.stderr()].map((text) => text.includes('shut down'))).toEqual([true, false]);
    caller.close();
  });

  test('Shutdown ends the process with calls and streams still open', async () => {
    const plugin = engine.start();
    const caller = await plugin.connect();
    const raw = (bytes: Buffer): Buffer => bytes;
    const stdio = caller.client.makeServerStreamRequest(
      '/plugin.GRPCStdio/StreamStdio',
      raw,
      raw,
      Buffer.alloc(0),
    );
    stdio.on('error', () => undefined);
    const slow = caller.call('Slow', '60000').catch(() => 'cut off');
    await pause(50);
    await caller.call('/plugin.GRPCController/Shutdown');
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
    expect(await slow).toBe('cut off');
    caller.close();
  });

  test.each([
    ['is waited for', '100', true],
    ['is not waited for longer than a second', '30000', false],
  ])('what is to be done on stop %s', async (_, delay, done) => {
    const plugin = engine.start({ FIXTURE_ON_STOP: delay });
    const caller = await plugin.connect();
    const start = Date.now();
    await caller.call('/plugin.GRPCController/Shutdown');
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
    expect(plugin.stderr().includes('stopped')).toBe(done);
    expect(Date.now() - start).toBeLessThan(2_000);
    caller.close();
  });

  test('SIGINT is ignored', async () => {
    const plugin = engine.start();
    const caller = await plugin.connect();
    await caller.call('Echo');
    plugin.process.kill('SIGINT');
    plugin.process.kill('SIGINT');
    await pause(100);
    expect((await caller.call('Echo', 'still here')).toString()).toBe('still here');
    caller.close();
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends the process with %i and leaves no socket', async (signal, code) => {
    const plugin = engine.start();
    const folder = await socketFolder(plugin);
    const caller = await plugin.connect();
    await caller.call('Echo');
    plugin.process.kill(signal);
    expect(await plugin.exited).toEqual({ code, signal: null });
    expect(existsSync(folder)).toBe(false);
    caller.close();
  });

  test('it ends by itself 1.5 s after the last connection is gone', async () => {
    const plugin = engine.start();
    const first = await plugin.connect();
    const second = await plugin.connect();
    await Promise.all([first.call('Echo'), second.call('Echo')]);
    first.close();
    await pause(1_800);
    expect((await second.call('Echo', 'not yet')).toString()).toBe('not yet');
    const start = Date.now();
    second.close();
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
    expect(Date.now() - start).toBeGreaterThan(1_300);
    expect(Date.now() - start).toBeLessThan(4_000);
    expect(existsSync(await socketFolder(plugin))).toBe(false);
  });

  test('a caller who is refused does not keep it from ending', async () => {
    const plugin = engine.start();
    const caller = await plugin.connect();
    await caller.call('Echo');
    const stranger = await plugin.connect(engine.foreign);
    await stranger.failure('Echo');
    caller.close();
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
    stranger.close();
  });

  test('an engine that is killed leaves no process behind', async () => {
    const plugin = engine.start();
    const [, , , path = ''] = await plugin.handshake();
    const client = spawn(process.execPath, ['-e', CLIENT], {
      env: {
        PATH: process.env['PATH'],
        SOCKET: path,
        KEY: engine.identity.key,
        CERT: engine.identity.certificate,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => client.stdout.once('data', resolve));
    client.kill('SIGKILL');
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
  });

  test('standard input is never read', async () => {
    const plugin = engine.start();
    const caller = await plugin.connect();
    const unread = plugin.process.stdin;
    const size = 4 * 1024 * 1024;
    unread?.write(Buffer.alloc(size));
    unread?.on('error', () => undefined);
    await caller.call('Echo');
    await pause(50);
    expect(unread?.writableLength).toBe(size);
    caller.close();
  });
});

describe('a crash', () => {
  test.each([
    ['an exception that nobody caught', 'Throw'],
    ['a rejection that nobody caught', 'Reject'],
  ])('%s is told in the form that the engine shows, and exits with 2', async (_, method) => {
    const plugin = engine.start();
    const caller = await plugin.connect();
    const [, message] = await caller.failure(method, 'out of luck');
    expect(message).not.toBe('');
    expect(await plugin.exited).toEqual({ code: 2, signal: null });
    expect(plugin.stderr()).toMatch(/^panic: Error: out of luck\n {4}at .+\n/);
    expect(existsSync(await socketFolder(plugin))).toBe(false);
    caller.close();
  });

  test('a reader of stderr who is gone is no reason to fail', async () => {
    const plugin = engine.start({ TF_LOG: 'TRACE' });
    plugin.process.stderr?.destroy();
    const caller = await plugin.connect();
    expect((await caller.call('Log', 'unread')).toString()).toBe('unread');
    expect((await caller.call('Echo', 'alive')).toString()).toBe('alive');
    caller.close();
    await until(() => plugin.process.exitCode !== null);
    expect(plugin.process.exitCode).toBe(0);
  });
});

/** Connects, says so, and waits to be killed. */
const CLIENT = `
  const { SOCKET, KEY, CERT } = process.env;
  const tls = { key: KEY, cert: CERT, rejectUnauthorized: false };
  const createConnection = () => require('node:tls').connect({ path: SOCKET, ALPNProtocols: ['h2'], ...tls });
  const session = require('node:http2').connect('https://localhost', { createConnection });
  session.on('remoteSettings', () => console.log('connected'));
`;
