import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createEngine } from './engine';

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

  const start = async (prepare: (own: string) => void): Promise<{ parent: string; address: string }> => {
    const parent = shortFolder();
    prepare(join(parent, `plugins-${process.getuid?.()}`));
    const [, , , address = ''] = await engine.start({ TMPDIR: parent }).handshake();
    return { parent, address };
  };

  test.each<[string, (own: string) => void]>([
    ['does not exist', () => undefined],
    ['is there', (own) => mkdirSync(own, { mode: 0o700 })],
  ])('that %s is used', async (_, prepare) => {
    const { parent, address } = await start(prepare);
    expect(address.slice(parent.length)).toMatch(/^\/plugins-\d+\/plugin-.{6}\/s$/);
    expect(statSync(dirname(dirname(address))).mode & 0o777).toBe(0o700);
  });

  test.each<[string, (own: string) => void]>([
    ['others may enter', (own) => mkdirSync(own, { mode: 0o755 })],
    ['is a file', (own) => writeFileSync(own, '')],
  ])('that %s is passed over', async (_, prepare) => {
    const { parent, address } = await start(prepare);
    expect(address.slice(parent.length)).toMatch(/^\/plugin-.{6}\/s$/);
  });

  test('is passed over for a group, which could not enter it', async () => {
    const group = { PLUGIN_UNIX_SOCKET_GROUP: String(process.getgid?.()) };
    const parent = shortFolder();
    const [, , , address = ''] = await engine.start({ ...group, TMPDIR: parent }).handshake();
    expect(address.slice(parent.length)).toMatch(/^\/plugin-.{6}\/s$/);
  });
});

test.each([
  ['no cookie', undefined],
  ['another cookie', 'd602bf8f'],
])('started by hand %s: the provider explains itself on stderr and exits with 1', async (_, cookie) => {
  const plugin = engine.start({ TF_PLUGIN_MAGIC_COOKIE: cookie });
  expect(await plugin.exited).toEqual({ code: 1, signal: null });
  expect(plugin.stdout()).toBe('');
  expect(plugin.stderr()).toBe(
    'This program is the Terraform and OpenTofu provider example.com/test/fixture.\n' +
      'It is started by terraform or tofu, and does nothing by hand.\n' +
      'Add the provider to the required_providers of a configuration, then run terraform init and ' +
      'terraform plan.\n',
  );
});

test.each([
  [
    'an engine of another protocol',
    { PLUGIN_PROTOCOL_VERSIONS: '4,5' },
    /^The provider example.com\/test\/fixture speaks plugin protocol 6; this engine offers 4, 5. Use Terraform 1.0 or newer, or OpenTofu.\n$/,
  ],
  [
    'an invalid client certificate',
    { PLUGIN_CLIENT_CERT: 'nonsense' },
    /^The provider example.com\/test\/fixture could not start: PLUGIN_CLIENT_CERT is not a certificate in PEM form .+\. It ran with Node\.js [0-9.]+ \(.+, the "node" on the PATH\); set FIXTURE_NODE to run it with another\.\n$/,
  ],
  [
    'a folder of the host with too long a path',
    { PLUGIN_UNIX_SOCKET_DIR: `/tmp/${'x'.repeat(100)}` },
    /could not start: PLUGIN_UNIX_SOCKET_DIR makes a socket path of 121 bytes; at most 103 are possible: use a shorter one\. It ran with Node\.js [0-9.]+ \(.+, the "node" on the PATH\); set FIXTURE_NODE to run it with another\.\n$/,
  ],
  [
    'a group that does not exist',
    { PLUGIN_UNIX_SOCKET_GROUP: 'no|such' },
    /could not start: PLUGIN_UNIX_SOCKET_GROUP: \/etc\/group has no group "no\/such"\. It ran with Node\.js [0-9.]+ \(.+, the "node" on the PATH\); set FIXTURE_NODE to run it with another\.\n$/,
  ],
])('a failed start is one line on stdout, which the engine shows: %s', async (_, environment, line) => {
  const plugin = engine.start(environment);
  expect(await plugin.exited).toEqual({ code: 1, signal: null });
  expect(plugin.stdout()).toMatch(line);
  expect(plugin.stdout().split('|').length).toBeLessThan(4);
});
