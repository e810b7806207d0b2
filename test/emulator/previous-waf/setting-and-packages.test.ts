import { createEmulator, DEFAULT_ZONE_ID } from '../../../emulator';
import {
  CORE_PACKAGE_ID,
  CUSTOMER_PACKAGE_ID,
  MANAGED_PACKAGE_ID,
} from '../../../emulator/previous-waf/catalogue';
import { caller } from '../client';

const PACKAGES = '/firewall/waf/packages';
const CORE = `${PACKAGES}/${CORE_PACKAGE_ID}`;

const corePackage = {
  id: CORE_PACKAGE_ID,
  name: 'Core rule set 2.x',
  description: 'Covers common vulnerabilities with an anomaly score',
  zone_id: DEFAULT_ZONE_ID,
  detection_mode: 'anomaly',
  status: 'active',
  sensitivity: 'high',
  action_mode: 'challenge',
};

describe("docs/internals/service.md 7.7: the zone's switch", () => {
  it('is on by default and has no time', async () => {
    expect(await caller(createEmulator())('GET', '/settings/waf')).toEqual({
      status: 200,
      body: {
        result: { id: 'waf', value: 'on', editable: true, modified_on: null },
        success: true,
        errors: [],
        messages: [],
      },
    });
  });

  it('is turned off and on again, and shows when', async () => {
    const call = caller(createEmulator());
    const { body } = await call('PATCH', '/settings/waf', { value: 'off' });
    expect(body.result).toEqual({
      id: 'waf',
      value: 'off',
      editable: true,
      modified_on: '2025-01-01T00:00:00.001000Z',
    });
    expect((await call('GET', '/settings/waf')).body.result).toEqual(body.result);
    expect((await call('PATCH', '/settings/waf', { value: 'on' })).body.result.value).toBe('on');
  });

  it.each([
    ['another word', { value: 'ON' }, '/value'],
    ['true', { value: true }, '/value'],
    ['null', { value: null }, '/value'],
    ['nothing', {}, '/value'],
    ['an unknown member', { value: 'on', id: 'waf' }, '/id'],
    ['an array', ['on'], undefined],
  ])('refuses %s', async (_name, body, pointer) => {
    const answer = await caller(createEmulator())('PATCH', '/settings/waf', body);
    expect([answer.status, answer.body.errors.map((error) => error.source?.pointer)]).toEqual([
      400,
      [pointer],
    ]);
  });
});

describe('docs/internals/service.md 7.7: packages', () => {
  it('are three, of which only the anomaly package has sensitivity and action', async () => {
    const { body } = await caller(createEmulator())('GET', PACKAGES);
    expect(body.result).toEqual([
      {
        id: MANAGED_PACKAGE_ID,
        name: 'Managed',
        description: 'Rules maintained by the service',
        zone_id: DEFAULT_ZONE_ID,
        detection_mode: 'traditional',
        status: 'active',
      },
      corePackage,
      {
        id: CUSTOMER_PACKAGE_ID,
        name: 'USER',
        description: 'Rules made for this customer',
        zone_id: DEFAULT_ZONE_ID,
        detection_mode: 'traditional',
        status: 'active',
      },
    ]);
    expect(body.result_info).toEqual({ page: 1, per_page: 50, count: 3, total_count: 3, total_pages: 1 });
  });

  it.each([
    ['a sensitivity', { sensitivity: 'medium' }, { sensitivity: 'medium', action_mode: 'challenge' }],
    ['the lowest one', { sensitivity: 'off' }, { sensitivity: 'off', action_mode: 'challenge' }],
    ['an action', { action_mode: 'simulate' }, { sensitivity: 'high', action_mode: 'simulate' }],
    ['both', { sensitivity: 'low', action_mode: 'block' }, { sensitivity: 'low', action_mode: 'block' }],
  ])('accept %s', async (_name, change, expected) => {
    const call = caller(createEmulator());
    expect((await call('PATCH', CORE, change)).body.result).toEqual({ ...corePackage, ...expected });
    expect((await call('GET', CORE)).body.result).toEqual({ ...corePackage, ...expected });
  });

  it('show a reset sensitivity as high, and distinguish it from a chosen high', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const held = () => emulator.control.snapshot().zones[0]?.previous_waf?.core_rule_set?.sensitivity;
    await call('PATCH', CORE, { sensitivity: 'high' });
    expect(held()).toBe('high');
    expect((await call('PATCH', CORE, { sensitivity: 'default' })).body.result.sensitivity).toBe('high');
    expect(held()).toBe('default');
  });

  it.each([
    ['nothing', {}, [undefined]],
    ['an unknown sensitivity', { sensitivity: 'High' }, ['/sensitivity']],
    ['an unknown action', { action_mode: 'log' }, ['/action_mode']],
    ['two broken values', { sensitivity: 1, action_mode: null }, ['/sensitivity', '/action_mode']],
    ['an unknown member', { sensitivity: 'low', status: 'active' }, ['/status']],
  ])('refuse %s', async (_name, change, pointers) => {
    const emulator = createEmulator();
    const before = emulator.control.snapshot();
    const { status, body } = await caller(emulator)('PATCH', CORE, change);
    expect([status, body.errors.map((error) => error.source?.pointer)]).toEqual([400, pointers]);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it.each([MANAGED_PACKAGE_ID, CUSTOMER_PACKAGE_ID])(
    'refuse every change of the traditional one %s with 1027',
    async (id) => {
      const call = caller(createEmulator());
      for (const change of [{}, { sensitivity: 'high', action_mode: 'challenge' }])
        expect(await call('PATCH', `${PACKAGES}/${id}`, change)).toMatchObject({
          status: 400,
          body: {
            errors: [
              {
                code: 1027,
                message: 'Only anomaly WAF packages can have their package attributes updated',
              },
            ],
          },
        });
    },
  );

  it.each(['0'.repeat(32), 'core', '__proto__', '%20'])('answer 1002 for the unknown id %s', async (id) => {
    const call = caller(createEmulator());
    for (const [method, path] of [
      ['GET', `${PACKAGES}/${id}`],
      ['PATCH', `${PACKAGES}/${id}`],
      ['GET', `${PACKAGES}/${id}/groups`],
      ['GET', `${PACKAGES}/${id}/groups/0a1b2a9fd2f9ce2e0e9b1f3c0f7d6e52`],
      ['GET', `${PACKAGES}/${id}/rules`],
      ['GET', `${PACKAGES}/${id}/rules/100015`],
    ] as const) {
      const { status, body } = await call(method, path, method === 'PATCH' ? {} : undefined);
      expect([status, body.errors.map((error) => error.code)]).toEqual([400, [1002]]);
    }
  });
});
