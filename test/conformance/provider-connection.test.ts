import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { status } from '@grpc/grpc-js';
import { inLane } from '../support/lane';
import { createClientCertificate } from './client-certificate';
import { connect, pemOf } from './provider-client';
import { startProvider, type StartedProvider } from './started-provider';

/** The built provider as a process: how it is found, who may call it, and how it ends. */
const engine = createClientCertificate();

/** What grpc-js makes of a connection that the other side ends: Node.js 20.18 reports it as a reset stream. */
const BROKEN_OFF = process.version.startsWith('v20.18.') ? status.INTERNAL : status.UNAVAILABLE;

describe('a provider that was started', () => {
  let provider: StartedProvider;

  beforeAll(async () => {
    provider = await startProvider(engine.certificate);
  });
  afterAll(() => provider.remove());

  test('says in one line where it is, and nothing else', () => {
    const { certificate, ...rest } = provider.handshake;
    expect(rest).toEqual({
      coreVersion: '1',
      version: '6',
      network: 'unix',
      address: expect.stringContaining(provider.temporary),
      protocol: 'grpc',
    });
    // Go's RawStdEncoding: no padding, and the letters of standard base64.
    expect(certificate).toMatch(/^[A-Za-z0-9+/]{50,}$/);
    expect(provider.stdout()).toMatch(/^[^\n]*\n$/);
    expect(provider.stderr()).toBe('');
  });

  test('has its socket in a folder that only its user can enter', () => {
    const folder = statSync(dirname(provider.handshake.address));
    expect((folder.mode & 0o777).toString(8)).toBe('700');
    expect(folder.uid).toBe(process.getuid?.());
    expect(statSync(provider.handshake.address).isSocket()).toBe(true);
  });

  describe('as OpenSSL reads its certificate', () => {
    const openssl = (...args: readonly string[]): string =>
      execFileSync('openssl', [...args], { input: pemOf(provider.handshake), encoding: 'utf8' });

    test('is a P-256 certificate for localhost that may serve and that signed itself', () => {
      const text = openssl('x509', '-noout', '-text');
      expect(text).toContain('ASN1 OID: prime256v1');
      expect(text).toContain('Signature Algorithm: ecdsa-with-SHA256');
      expect(text).toContain('DNS:localhost');
      expect(text).toContain('TLS Web Server Authentication');
    });

    test('holds for the name localhost and for no other', () => {
      expect(openssl('x509', '-noout', '-checkhost', 'localhost')).toContain('does match certificate');
      expect(openssl('x509', '-noout', '-checkhost', 'example.com')).toContain('does NOT match certificate');
    });

    test('is valid now and was an hour ago, for clocks that differ', () => {
      const notBefore = Date.parse(openssl('x509', '-noout', '-startdate').replace('notBefore=', ''));
      expect(Date.now() - notBefore).toBeGreaterThan(30 * 60_000);
      expect(openssl('x509', '-noout', '-checkend', '86400')).toContain('will not expire');
    });

    test('is new at every start', async () => {
      const other = await startProvider(engine.certificate);
      expect(other.handshake.certificate).not.toBe(provider.handshake.certificate);
      await other.remove();
    });
  });

  describe('answers the one client that started it', () => {
    test.each([
      ['a certificate that another engine made', createClientCertificate()],
      ['no certificate', undefined],
    ])('and refuses one with %s', async (_case, identity) => {
      const stranger = connect(provider.handshake, identity);
      await expect(stranger.call('GetProviderSchema')).rejects.toMatchObject({ code: BROKEN_OFF });
      await expect(stranger.raw('/plugin.GRPCController/Shutdown', Buffer.of())).rejects.toMatchObject({
        code: BROKEN_OFF,
      });
      stranger.close();
    });

    test('which still gets through after those', async () => {
      const client = connect(provider.handshake, engine);
      expect(await client.call('StopProvider')).toEqual({ Error: '' });
      client.close();
    });
  });
});

describe('a provider that is no longer needed', () => {
  test('ends with code 0 after Shutdown, and leaves nothing behind', async () => {
    const provider = await startProvider(engine.certificate);
    const client = connect(provider.handshake, engine);
    expect(await client.raw('/grpc.health.v1.Health/Check', Buffer.from('\x0a\x06plugin'))).toEqual(
      Buffer.of(0x08, 1),
    );
    expect(await client.raw('/plugin.GRPCController/Shutdown', Buffer.of())).toEqual(Buffer.of());
    client.close();
    expect(await provider.ended).toEqual({ code: 0, signal: null });
    expect(existsSync(provider.handshake.address)).toBe(false);
    expect(readdirSync(provider.temporary)).toEqual([]);
    await provider.remove();
  });

  test('ends by itself when its client is gone without a word', async () => {
    const provider = await startProvider(engine.certificate);
    const client = connect(provider.handshake, engine);
    await client.call('StopProvider');
    client.close();
    expect(await provider.ended).toEqual({ code: 0, signal: null });
    await provider.remove();
  });
});

describe('a start that cannot work', () => {
  test.each([
    ['an invalid client certificate', 'not a certificate', {}, /PLUGIN_CLIENT_CERT is not a certificate/],
    ['a protocol that is not spoken', engine.certificate, { PLUGIN_PROTOCOL_VERSIONS: '5' }, /protocol 6/],
  ])('says why in place of the line: %s', async (_case, certificate, environment, reason) => {
    await expect(startProvider(certificate, environment)).rejects.toThrow(reason);
  });

  test('tells a person who starts it by hand what it is', async () => {
    const start = startProvider(engine.certificate, { TF_PLUGIN_MAGIC_COOKIE: '' });
    await expect(start).rejects.toThrow(/stdout "".*started by terraform or tofu/);
  });
});

const STARTS = inLane({ share: 8, whole: 200 });

test(`${STARTS} starts in a row all shake hands`, async () => {
  const atOnce = 4;
  let left = STARTS;
  const certificates = new Set<string>();
  const startSome = async (): Promise<void> => {
    while (left-- > 0) {
      const provider = await startProvider(engine.certificate);
      certificates.add(provider.handshake.certificate);
      const client = connect(provider.handshake, engine);
      await client.raw('/plugin.GRPCController/Shutdown', Buffer.of());
      client.close();
      expect(await provider.ended).toEqual({ code: 0, signal: null });
      await provider.remove();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, startSome));
  expect(certificates.size).toBe(STARTS);
});
