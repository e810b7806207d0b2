import { status } from '@grpc/grpc-js';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect } from 'node:tls';
import { createEngine } from './engine';

const engine = createEngine();

describe('access to the plugin:', () => {
  test.each([
    ['with a foreign certificate', 'foreign'],
    ['without a certificate', 'none'],
    ['without TLS', 'plaintext'],
  ] as const)('a caller %s is refused, and the right one is still served', async (_, who) => {
    const plugin = engine.start({ TF_LOG: 'WARN' });
    const stranger = await plugin.connect(who === 'foreign' ? engine.foreign : who);
    const [code] = await stranger.failure('Echo', 'let me in');
    expect(code).toBe(status.UNAVAILABLE);
    const caller = await plugin.connect();
    expect((await caller.call('Echo', 'hello')).toString()).toBe('hello');
    stranger.close();
    caller.close();
  });

  test('the server shows the certificate of the handshake line, and speaks TLS 1.2 or newer', async () => {
    const plugin = engine.start();
    const [, , , path = '', , certificate = ''] = await plugin.handshake();
    const { key, certificate: cert } = engine.identity;
    const shown = await new Promise((resolve, reject) => {
      const socket = connect({ path, key, cert, rejectUnauthorized: false, ALPNProtocols: ['h2'] }, () => {
        resolve([
          socket.getPeerX509Certificate()?.raw.toString('base64').replace(/=+$/, ''),
          socket.alpnProtocol,
        ]);
        socket.destroy();
      });
      socket.on('error', reject);
    });
    expect(shown).toEqual([certificate, 'h2']);
    const old = connect({
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

describe('the socket of the plugin is', () => {
  test('in a folder that nobody else can enter', async () => {
    const [, , , path = ''] = await engine.start().handshake();
    expect(dirname(dirname(path))).toBe(join(engine.folder, `plugins-${process.getuid?.()}`));
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  test('in the folder of the host, open to the group that it names', async () => {
    const group = String(process.getgid?.());
    const environment = {
      PLUGIN_UNIX_SOCKET_DIR: engine.folder,
      PLUGIN_UNIX_SOCKET_GROUP: group,
      TMPDIR: '/nowhere',
    };
    const [, , , path = ''] = await engine.start(environment).handshake();
    expect(dirname(dirname(path))).toBe(engine.folder);
    expect([statSync(path), statSync(dirname(path))].map(({ mode, gid }) => [mode & 0o777, gid])).toEqual([
      [0o660, process.getgid?.()],
      [0o750, process.getgid?.()],
    ]);
  });
});
