import { existsSync, lstatSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createEngine, type Engine, until } from './engine';

const engine = createEngine();

const socketFolder = async (plugin: ReturnType<Engine['start']>): Promise<string> =>
  dirname((await plugin.handshake())[3] ?? '');

describe('the end of the process', () => {
  test('calls the plugin only for Shutdown', async () => {
    const tell = { FIXTURE_ON_SHUTDOWN: 'tell' };
    const [asked, left] = [engine.start(tell), engine.start(tell)];
    const [caller, leaver] = [await asked.connect(), await left.connect()];
    await caller.call('/plugin.GRPCController/Shutdown');
    await leaver.call('Echo');
    leaver.close();
    await Promise.all([asked.exited, left.exited]);
    expect([asked.stderr(), left.stderr()].map((text) => text.includes('shut down'))).toEqual([true, false]);
    caller.close();
  });

  test('follows Shutdown even with open calls and streams', async () => {
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
    const isOpen = new Promise((resolve) => stdio.on('metadata', resolve));
    const slow = caller.call('Wait', 'for ever').catch(() => 'cut off');
    await Promise.all([isOpen, until(() => plugin.stderr().includes('waiting for ever'))]);
    await caller.call('/plugin.GRPCController/Shutdown');
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
    expect(await slow).toBe('cut off');
    caller.close();
  });

  test('does not follow SIGINT', async () => {
    const plugin = engine.start();
    const caller = await plugin.connect();
    await caller.call('Echo');
    plugin.process.kill('SIGINT');
    plugin.process.kill('SIGINT');
    // A signal is there before the process reads what is sent after it, and the first answer lets its handlers run.
    for (let call = 0; call < 3; call += 1)
      expect((await caller.call('Echo', 'still here')).toString()).toBe('still here');
    caller.close();
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('follows %s with exit code %i and without a socket left', async (signal, code) => {
    const plugin = engine.start();
    const folder = await socketFolder(plugin);
    const caller = await plugin.connect();
    await caller.call('Echo');
    plugin.process.kill(signal);
    expect(await plugin.exited).toEqual({ code, signal: null });
    expect(existsSync(folder)).toBe(false);
    caller.close();
  });

  test('by a kill leaves a folder that a later start removes, and only that', async () => {
    const age = (path: string): void => utimesSync(path, 1, 1);
    const folder = (parent: string, name: string, ...files: readonly string[]): string => {
      const path = join(parent, name);
      mkdirSync(path);
      for (const file of files) writeFileSync(join(path, file), '');
      return path;
    };
    const killed = engine.start();
    const left = await socketFolder(killed);
    killed.process.kill('SIGKILL');
    await killed.exited;
    const alive = engine.start({ FIXTURE_REATTACH: '1' });
    await until(() => alive.stdout() !== '');
    const inUse = dirname(/"String":"([^"]+)"/.exec(alive.stdout())?.[1] ?? '');
    const own = dirname(left);
    const [fresh, foreign, dir, beside] = [
      folder(own, 'plugin-fresh1', 's'),
      folder(own, 'plugin-others', 's', 'more'),
      folder(own, 'plugin-dir123', 's'),
      folder(engine.folder, 'plugin-beside', 's'),
    ];
    for (const path of [left, inUse, foreign, dir, beside]) age(path);
    symlinkSync(foreign, join(own, 'plugin-linked'));
    const later = engine.start();
    const caller = await later.connect();
    await caller.call('Echo');
    await until(() => !existsSync(left));
    caller.close();
    await later.exited;
    const kept = [inUse, fresh, foreign, beside];
    expect(kept.filter((path) => existsSync(path))).toEqual(kept);
    expect(lstatSync(join(own, 'plugin-linked')).isSymbolicLink()).toBe(true);
  });
});

describe('a crash', () => {
  test.each([
    ['an exception that nobody caught', 'Throw'],
    ['a rejection that nobody caught', 'Reject'],
  ])('%s is reported in the format that the engine shows, with exit code 2', async (_, method) => {
    const plugin = engine.start();
    const caller = await plugin.connect();
    const [, message] = await caller.failure(method, 'out of luck');
    expect(message).not.toBe('');
    expect(await plugin.exited).toEqual({ code: 2, signal: null });
    expect(plugin.stderr()).toMatch(/^panic: Error: out of luck\n {4}at .+\n/);
    expect(plugin.stderr()).toMatch(/\nIt ran with Node\.js [0-9.]+ \(.+, the "node" on the PATH\)\.\n$/);
    expect(existsSync(await socketFolder(plugin))).toBe(false);
    caller.close();
  });

  test('does not occur when the reader of stderr is gone', async () => {
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
