import { status } from '@grpc/grpc-js';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { type Caller, connect, createEngine, type Plugin, until } from './engine';

const engine = createEngine();

test.each([
  ['5,6', '6'],
  ['', '6'],
])('the handshake line for an engine that offers "%s" has protocol %s', async (offered, version) => {
  const plugin = engine.start({ PLUGIN_PROTOCOL_VERSIONS: offered });
  const [core, app, network, address, protocol, certificate] = await plugin.handshake();
  expect([core, app, network, protocol]).toEqual(['1', version, 'unix', 'grpc']);
  expect(address).toMatch(/^\/.+\/s$/);
  expect(certificate).toMatch(/^[A-Za-z0-9+/]{400,}$/);
});

describe("the user's folder of sockets", () => {
  const short: string[] = [];
  afterAll(() => short.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  /** Whatever TMPDIR is, a socket's path has room in it. */
  const shortFolder = (): string => {
    const folder = mkdtempSync('/tmp/sockets-');
    short.push(folder);
    return folder;
  };

  const start = async (
    prepare: (own: string) => void,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ parent: string; address: string }> => {
    const parent = shortFolder();
    prepare(join(parent, `plugins-${process.getuid?.()}`));
    const [, , , address = ''] = await engine.start({ ...environment, TMPDIR: parent }).handshake();
    return { parent, address };
  };

  test.each<[string, (own: string) => void]>([
    ['does not exist', () => undefined],
    ['is there', (own) => mkdirSync(own, { mode: 0o700 })],
  ])('that %s is used', async (_, prepare) => {
    const { parent, address } = await start(prepare);
    expect(address.slice(parent.length)).toMatch(/^\/plugins-\d+\/plugin-.{6}\/s$/);
    const folders = [dirname(address), dirname(dirname(address))];
    // Nobody else can enter them.
    expect(folders.map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  test.each<[string, (own: string) => void, Readonly<Record<string, string>>?]>([
    ['others may enter', (own) => mkdirSync(own, { mode: 0o755 })],
    ['is a file', (own) => writeFileSync(own, '')],
    ['a group could not enter', () => undefined, { PLUGIN_UNIX_SOCKET_GROUP: String(process.getgid?.()) }],
  ])('that %s is passed over', async (_, prepare, environment = {}) => {
    const { parent, address } = await start(prepare, environment);
    expect(address.slice(parent.length)).toMatch(/^\/plugin-.{6}\/s$/);
  });
});

describe('access to the plugin:', () => {
  let plugin: Plugin;
  let keeper: Caller;
  beforeAll(async () => {
    plugin = engine.start();
    // As long as it is connected, the plugin does not end.
    keeper = await plugin.connect();
    await keeper.call('Echo');
  });
  afterAll(() => keeper.close());

  test.each([
    ['with a foreign certificate', 'foreign'],
    ['without a certificate', 'none'],
    ['without TLS', 'plaintext'],
  ] as const)('a caller %s is refused, and the right one is still served', async (_, who) => {
    const stranger = await plugin.connect(who === 'foreign' ? engine.foreign : who);
    const [code] = await stranger.failure('Echo', 'let me in');
    expect(code).toBe(status.UNAVAILABLE);
    const caller = await plugin.connect();
    expect((await caller.call('Echo', 'hello')).toString()).toBe('hello');
    stranger.close();
    caller.close();
  });

  test('the server shows the certificate of the handshake line, and speaks TLS 1.2 or newer', async () => {
    const [, , , path = '', , certificate = ''] = await plugin.handshake();
    const { key, certificate: cert } = engine.identity;
    const shown = await new Promise((resolve, reject) => {
      const socket = connectTls({ path, key, cert, rejectUnauthorized: false, ALPNProtocols: ['h2'] }, () => {
        resolve([
          socket.getPeerX509Certificate()?.raw.toString('base64').replace(/=+$/, ''),
          socket.alpnProtocol,
        ]);
        socket.destroy();
      });
      socket.on('error', reject);
    });
    expect(shown).toEqual([certificate, 'h2']);
    const old = connectTls({
      path,
      key,
      cert,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    });
    await expect(
      new Promise((resolve, reject) => old.on('secureConnect', resolve).on('error', reject)),
    ).rejects.toThrow();
  });

  test('without a client certificate the plugin speaks plaintext and says so by an empty field', async () => {
    const plugin = engine.start({ PLUGIN_CLIENT_CERT: undefined });
    expect((await plugin.handshake()).slice(4)).toEqual(['grpc', '']);
    const caller = await plugin.connect('plaintext');
    expect((await caller.call('Echo', 'plain')).toString()).toBe('plain');
    caller.close();
  });
});

test('the socket of the plugin is in the folder of the host, open to the group that it names', async () => {
  const gid = process.getgid?.();
  const host = { PLUGIN_UNIX_SOCKET_DIR: engine.folder, PLUGIN_UNIX_SOCKET_GROUP: String(gid) };
  const [, , , path = ''] = await engine.start({ ...host, TMPDIR: '/nowhere' }).handshake();
  expect(dirname(dirname(path))).toBe(engine.folder);
  const found = [path, dirname(path)].map((each) => statSync(each));
  expect(found.map((each) => [each.mode & 0o777, each.gid])).toEqual([
    [0o660, gid],
    [0o750, gid],
  ]);
});

test('the log of a started plugin and the answers to callers hold no secret', async () => {
  const plugin = engine.start({ TF_LOG: 'TRACE' });
  const caller = await plugin.connect();
  expect(await caller.failure('Secret', 'hunter2')).toEqual([13, 'refused with (redacted)']);
  await until(() => plugin.stderr().includes('call failed'));
  expect(plugin.stderr()).toContain('"@message":"the secret is (redacted)"');
  expect(plugin.stderr()).not.toContain('hunter2');
  caller.close();
});

test('reattach mode prints the variable that an engine needs, serves many engines, and ends with Ctrl-C', async () => {
  const plugin = engine.start({
    FIXTURE_REATTACH: '1',
    TF_PLUGIN_MAGIC_COOKIE: undefined,
    PLUGIN_PROTOCOL_VERSIONS: undefined,
    PLUGIN_CLIENT_CERT: undefined,
  });
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
