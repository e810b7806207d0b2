import { createEmulator, DEFAULT_TOKEN, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../../emulator';
import { ZONE_SETTINGS } from '../../../emulator/zones/setting-table';
import { caller } from '../client';

const TIME = '2025-01-01T00:00:00.001000Z';

describe('zone settings (docs/internals/service.md 9.4)', () => {
  it('are listed with their initial values, which each accepts', async () => {
    const { body } = await caller(createEmulator())('GET', '/settings');
    const settings: { id: string; value: unknown }[] = body.result;
    expect(settings.length).toBeGreaterThan(45);
    expect(settings.map(({ id }) => id)).toEqual(settings.map(({ id }) => id).toSorted());
    expect(settings.find(({ id }) => id === 'ssl')).toEqual({
      id: 'ssl',
      value: 'full',
      editable: true,
      modified_on: null,
    });
    for (const { id, value } of settings)
      expect([id, ZONE_SETTINGS.get(id)?.accepts(value)]).toEqual([id, true]);
  });

  it.each<[string, unknown]>([
    ['ssl', 'strict'],
    ['min_tls_version', '1.3'],
    ['browser_cache_ttl', 0],
    ['proxy_read_timeout', '900'],
    ['proxy_read_timeout', 900],
    ['max_upload', 5000],
    ['ciphers', ['ECDHE-RSA-AES128-GCM-SHA256']],
    ['nel', { enabled: false }],
    [
      'security_header',
      {
        strict_transport_security: {
          enabled: true,
          max_age: 86_400,
          include_subdomains: true,
          preload: true,
          nosniff: true,
        },
      },
    ],
  ])('%s can be %j', async (id, value) => {
    const call = caller(createEmulator());
    const changed = { id, value, editable: true, modified_on: TIME };
    expect((await call('PATCH', `/settings/${id}`, { value })).body.result).toEqual(changed);
    expect((await call('GET', `/settings/${id}`)).body.result).toEqual(changed);
  });

  it.each<[string, unknown, number]>([
    ['ssl', 'partial', 1007],
    ['ssl', null, 1007],
    ['browser_cache_ttl', '14400', 1007],
    ['browser_cache_ttl', 1, 1007],
    ['proxy_read_timeout', 6001, 1007],
    ['proxy_read_timeout', [900], 1007],
    ['ciphers', 'AES128-SHA', 1007],
    ['ciphers', [{}], 1007],
    ['ciphers', [7], 1007],
    ['ciphers', [['AES128-SHA']], 1007],
    ['max_upload', 5001, 1007],
    ['nel', { enabled: 'on' }, 1007],
    ['nel', {}, 1007],
    ['security_header', { strict_transport_security: { enabled: true } }, 1007],
    ['advanced_ddos', 'off', 1057],
    ['constructor', 'on', 1006],
    ['unknown', 'on', 1006],
  ])('%s cannot be %j', async (id, value, code) => {
    const emulator = createEmulator();
    const before = emulator.control.snapshot();
    const { status, body } = await caller(emulator)('PATCH', `/settings/${id}`, { value });
    expect([status, body.errors.map((error) => error.code)]).toEqual([400, [code]]);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it('refuse a body without a value, or with more', async () => {
    const call = caller(createEmulator());
    for (const body of [{}, { value: 'on', extra: 1 }, []])
      expect((await call('PATCH', '/settings/ssl', body)).status).toBe(400);
  });

  it('change together or not at all', async () => {
    const call = caller(createEmulator());
    const ssl = { id: 'ssl', value: 'strict' };
    for (const [body, code] of [
      [{ items: [ssl, { id: 'brotli', value: 'maybe' }] }, 1007],
      [{ items: [ssl, { id: 'nothing', value: 'on' }] }, 1006],
      [{ ssl: { value: 'strict' } }, 1004],
    ] as const)
      expect((await call('PATCH', '/settings', body)).body.errors).toMatchObject([{ code }]);
    expect((await call('GET', '/settings/ssl')).body.result.value).toBe('full');
    const { result } = (await call('PATCH', '/settings', { items: [ssl, { id: 'brotli', value: 'off' }] }))
      .body;
    const changed = result.filter((setting: { modified_on: unknown }) => setting.modified_on !== null);
    expect(changed).toEqual([
      { id: 'brotli', value: 'off', editable: true, modified_on: TIME },
      { ...ssl, editable: true, modified_on: TIME },
    ]);
  });

  it('are read-only on other plans if only Enterprise has them', async () => {
    const call = caller(createEmulator(), PROFESSIONAL_ZONE_ID);
    expect((await call('GET', '/settings/true_client_ip_header')).body.result.editable).toBe(false);
    const { body } = await call('PATCH', '/settings/true_client_ip_header', { value: 'on' });
    expect(body.errors).toEqual([
      { code: 1057, message: 'true_client_ip_header cannot be modified for this zone' },
    ]);
  });

  it('end the development mode after three hours', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const look = async (): Promise<readonly unknown[]> => {
      const { value, time_remaining: left } = (await call('GET', '/settings/development_mode')).body.result;
      return [value, left, (await call('GET', '')).body.result.development_mode];
    };
    expect(await look()).toEqual(['off', 0, 0]);
    await call('PATCH', '/settings/development_mode', { value: 'on' });
    expect(await look()).toEqual(['on', 10_800, 10_800]);
    await emulator.control.clock.advance(10_799_000);
    expect(await look()).toEqual(['on', 1, 1]);
    await emulator.control.clock.advance(61_000);
    expect(await look()).toEqual(['off', 0, -60]);
    await call('PATCH', '/settings/development_mode', { value: 'off' });
    expect(await look()).toEqual(['off', 0, 0]);
  });

  it('leave the switch of the previous managed rules to its own operation', async () => {
    const emulator = createEmulator();
    emulator.control.patchZone(DEFAULT_ZONE_ID, { previous_waf: { enabled: false } });
    const { body } = await caller(emulator)('GET', '/settings/waf');
    expect(body.result).toMatchObject({ id: 'waf', value: 'off' });
  });

  it('need their own permissions', async () => {
    const zones = [{ id: DEFAULT_ZONE_ID, name: 'example.com' }];
    const statuses = async (permission: 'zone:edit' | 'zone_settings:read' | 'zone_settings:edit') => {
      const tokens = [{ token: DEFAULT_TOKEN, permissions: [permission] }];
      const call = caller(createEmulator({ seed: { zones, credentials: { tokens } } }));
      const answers = [
        await call('GET', '/settings'),
        await call('PATCH', '/settings/ssl', { value: 'off' }),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await statuses('zone:edit')).toEqual([403, 403]);
    expect(await statuses('zone_settings:read')).toEqual([200, 403]);
    expect(await statuses('zone_settings:edit')).toEqual([403, 200]);
  });

  it('are in seeds and snapshots if somebody changed them', () => {
    const settings = { ssl: { value: 'off', modified_on: '2024-01-01T00:00:00Z' } };
    const emulator = createEmulator({ seed: { zones: [{ name: 'a.example', settings }] } });
    const snapshot = emulator.control.snapshot();
    expect(snapshot.zones[0]?.settings).toEqual(settings);
    emulator.control.restore(snapshot);
    expect(emulator.control.snapshot()).toEqual(snapshot);
    for (const broken of [{ ssl: { value: 'x', modified_on: '2024-01-01T00:00:00Z' } }, { ssl: 'off' }])
      expect(() =>
        createEmulator({ seed: { zones: [{ name: 'a.example', settings: broken as never }] } }),
      ).toThrow(/zones\[0\]\.settings\.ssl/);
  });
});
