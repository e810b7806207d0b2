import { connect, createEngine, until } from './engine';

const engine = createEngine();

const BY_HAND = {
  FIXTURE_REATTACH: '1',
  TF_PLUGIN_MAGIC_COOKIE: undefined,
  PLUGIN_PROTOCOL_VERSIONS: undefined,
  PLUGIN_CLIENT_CERT: undefined,
};

describe('reattach mode', () => {
  test('prints the variable that an engine needs, serves many engines, and ends with Ctrl-C', async () => {
    const plugin = engine.start(BY_HAND);
    await until(() => plugin.stdout().includes('\n'));
    const [, json = ''] = /^TF_REATTACH_PROVIDERS='(.*)'\n$/.exec(plugin.stdout()) ?? [];
    const config = JSON.parse(json) as { 'example.com/test/fixture': { Addr: { String: string } } };
    const path = config['example.com/test/fixture'].Addr.String;
    expect(config).toEqual({
      'example.com/test/fixture': {
        Protocol: 'grpc',
        ProtocolVersion: 6,
        Pid: plugin.process.pid,
        Test: true,
        Addr: { Network: 'unix', String: expect.stringMatching(/^\/.+\/s$/) },
      },
    });
    for (const round of ['first', 'second']) {
      const caller = connect(`unix:${path}`, 'plaintext', '');
      expect((await caller.call('Echo', round)).toString()).toBe(round);
      await caller.call('/plugin.GRPCController/Shutdown');
      caller.close();
    }
    plugin.process.kill('SIGINT');
    expect(await plugin.exited).toEqual({ code: 0, signal: null });
  });

  test('a failed start in reattach mode is reported on stderr', async () => {
    const plugin = engine.start({ ...BY_HAND, TMPDIR: '/nowhere' });
    expect(await plugin.exited).toEqual({ code: 1, signal: null });
    expect([plugin.stdout(), plugin.stderr()]).toEqual([
      '',
      "The provider example.com/test/fixture could not start: ENOENT: no such file or directory, mkdtemp '/nowhere/plugin-XXXXXX'; " +
        'set TMPDIR to a folder that exists and can be written. ' +
        `It ran with Node.js ${process.versions.node} (${process.execPath}, the "node" on the PATH); ` +
        'set FIXTURE_NODE to run it with another.\n',
    ]);
  });
});
