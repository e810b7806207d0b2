import { existsSync, readdirSync } from 'node:fs';
import { inLane } from '../support/lane';
import { createClientCertificate } from './client-certificate';
import { connect } from './provider-client';
import { startProvider } from './started-provider';

/** The built provider as a process; who may call it and how else it ends: test/provider-shim/sdk/plugin. */
const engine = createClientCertificate();

const STARTS = inLane({ share: 8, whole: 200 });

test(`${STARTS} starts in a row all shake hands in one line, and end after Shutdown without leaving anything behind`, async () => {
  const atOnce = 4;
  let left = STARTS;
  const certificates = new Set<string>();
  const startSome = async (): Promise<void> => {
    while (left-- > 0) {
      const provider = await startProvider(engine);
      const { certificate, ...rest } = provider.handshake;
      certificates.add(certificate);
      expect(rest).toEqual({
        coreVersion: '1',
        version: '6',
        network: 'unix',
        address: expect.stringContaining(provider.temporary),
        protocol: 'grpc',
      });
      // Go's RawStdEncoding: no padding, and the letters of standard base64.
      expect(certificate).toMatch(/^[A-Za-z0-9+/]{50,}$/);
      const client = connect(provider.handshake, engine);
      const health = await client.raw('/grpc.health.v1.Health/Check', Buffer.from('\x0a\x06plugin'));
      expect(health).toEqual(Buffer.of(0x08, 1));
      expect(await client.raw('/plugin.GRPCController/Shutdown', Buffer.of())).toEqual(Buffer.of());
      client.close();
      expect(await provider.ended).toEqual({ code: 0, signal: null });
      expect([provider.stdout(), provider.stderr()]).toEqual([expect.stringMatching(/^[^\n]*\n$/), '']);
      expect(existsSync(provider.handshake.address)).toBe(false);
      expect(readdirSync(provider.temporary)).toEqual([]);
      await provider.remove();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, startSome));
  expect(certificates.size).toBe(STARTS);
});
