import { createEmulator, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../emulator';
import { caller } from './client';

describe('the zone itself', () => {
  it.each([
    [DEFAULT_ZONE_ID, 'enterprise', 'Enterprise Website'],
    [PROFESSIONAL_ZONE_ID, 'pro', 'Pro Website'],
  ])('is returned with its name and its plan: %s', async (id, legacyId, planName) => {
    const call = caller(createEmulator(), id);
    const { status, body } = await call('GET', '');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      id,
      name: expect.any(String),
      status: 'active',
      account: { id: expect.stringMatching(/^[0-9a-f]{32}$/), name: expect.any(String) },
      plan: { id: expect.stringMatching(/^[0-9a-f]{32}$/), name: planName, legacy_id: legacyId },
    });
  });

  it('is refused without the permission for it', async () => {
    const token = 'a'.repeat(40);
    const zones = [{ id: DEFAULT_ZONE_ID, name: 'example.com' }];
    const ask = async (permissions: readonly ('zone:read' | 'waf:edit')[]): Promise<number> => {
      const { handle } = createEmulator({
        seed: { zones, credentials: { tokens: [{ token, permissions: [...permissions] }] } },
      });
      const url = `http://localhost/client/v4/zones/${DEFAULT_ZONE_ID}`;
      return (await handle(new Request(url, { headers: { authorization: `Bearer ${token}` } }))).status;
    };
    expect([await ask(['zone:read']), await ask(['waf:edit'])]).toEqual([200, 403]);
  });

  it.each([
    ['paused', { paused: true }],
    ['type', { type: 'partial' }],
    ['vanity_name_servers', { vanity_name_servers: ['ns1.example.com', 'ns2.example.com'] }],
  ])('changes its %s (docs/internals/service.md 9.1)', async (_name, change) => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const before = (await call('GET', '')).body.result;
    const { result } = (await call('PATCH', '', change)).body;
    expect(result).toMatchObject({ ...before, ...change, modified_on: '2025-01-01T00:00:00.001000Z' });
    expect((await call('GET', '')).body.result).toEqual(result);
    emulator.control.restore(emulator.control.snapshot());
    expect((await call('GET', '')).body.result).toEqual(result);
  });

  it.each([
    ['nothing', {}],
    ['two things at once', { paused: true, type: 'full' }],
    ['an unknown type', { type: 'half' }],
    ['its name', { name: 'other.example' }],
    ['its plan', { plan: { id: 'free' } }],
    ['a name server that is no host', { vanity_name_servers: ['ns1', 7] }],
    ['a word for a flag', { paused: 'yes' }],
  ])('does not change %s', async (_name, change) => {
    const emulator = createEmulator();
    const before = emulator.control.snapshot();
    expect((await caller(emulator)('PATCH', '', change)).status).toBe(400);
    expect((await caller(emulator)('PATCH', '?dry_run=true', { paused: true })).body.result).toBeNull();
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it('is neither created nor deleted by a request', async () => {
    const call = caller(createEmulator());
    expect((await call('DELETE', '')).status).toBe(405);
  });
});
