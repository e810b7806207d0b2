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

  it('is neither changed nor deleted by a request', async () => {
    const call = caller(createEmulator());
    for (const method of ['PATCH', 'DELETE']) expect((await call(method, '')).status).toBe(405);
  });
});
