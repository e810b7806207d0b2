import { createEmulator } from '../../../emulator';
import {
  CORE_PACKAGE_ID,
  CUSTOMER_PACKAGE_ID,
  MANAGED_PACKAGE_ID,
} from '../../../emulator/previous-waf/catalogue';
import { caller } from '../client';

const MANAGED = `/firewall/waf/packages/${MANAGED_PACKAGE_ID}`;
const CORE = `/firewall/waf/packages/${CORE_PACKAGE_ID}`;
const GROUP_ID = 'de677e5818985db1285d0e80225f06e5';

const group = {
  id: GROUP_ID,
  name: 'Application specials',
  description: 'Attacks on widely used applications',
  mode: 'on',
  allowed_modes: ['on', 'off'],
  rules_count: 3,
  modified_rules_count: 0,
  package_id: MANAGED_PACKAGE_ID,
};

const traditionalRule = {
  id: '100030',
  description: 'Cross-site scripting in a query',
  priority: '3',
  group: { id: GROUP_ID, name: 'Application specials' },
  package_id: MANAGED_PACKAGE_ID,
  mode: 'default',
  allowed_modes: ['default', 'disable', 'simulate', 'block', 'challenge'],
  default_mode: 'challenge',
};

const anomalyRule = {
  id: '990012',
  description: 'Rogue web site crawler',
  priority: '1',
  group: { id: '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1', name: 'Bad robots' },
  package_id: CORE_PACKAGE_ID,
  mode: 'on',
  allowed_modes: ['on', 'off'],
};

describe('docs/internals/service.md 7.7: groups', () => {
  it('are listed for their package', async () => {
    const call = caller(createEmulator());
    const { body } = await call('GET', `${MANAGED}/groups`);
    expect(body.result.map(({ id }: { id: string }) => id)).toEqual([
      GROUP_ID,
      'cfda825dfda411ea218cb70e6c88e82e',
    ]);
    expect(body.result[0]).toEqual(group);
    const customer = await call('GET', `/firewall/waf/packages/${CUSTOMER_PACKAGE_ID}/groups`);
    expect([customer.body.result, customer.body.result_info]).toEqual([
      [],
      { page: 1, per_page: 50, count: 0, total_count: 0, total_pages: 0 },
    ]);
  });

  it('are turned off and on, and only what differs from the default is stored', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const before = emulator.control.snapshot().zones;
    const path = `${MANAGED}/groups/${GROUP_ID}`;
    expect((await call('PATCH', path, { mode: 'off' })).body.result).toEqual({ ...group, mode: 'off' });
    expect((await call('GET', path)).body.result).toEqual({ ...group, mode: 'off' });
    expect(emulator.control.snapshot().zones[0]?.previous_waf?.groups).toEqual({ [GROUP_ID]: 'off' });
    expect((await call('PATCH', path, { mode: 'on' })).body.result).toEqual(group);
    expect(emulator.control.snapshot().zones).toEqual(before);
  });

  it('count the rules whose mode somebody set', async () => {
    const call = caller(createEmulator());
    await call('PATCH', `${MANAGED}/rules/100015`, { mode: 'disable' });
    await call('PATCH', `${MANAGED}/rules/100030`, { mode: 'challenge' });
    await call('PATCH', `${MANAGED}/rules/100043`, { mode: 'disable' });
    expect((await call('GET', `${MANAGED}/groups/${GROUP_ID}`)).body.result).toEqual({
      ...group,
      modified_rules_count: 2,
    });
  });

  it.each([
    ['another mode', { mode: 'default' }, '/mode'],
    ['no mode', {}, '/mode'],
    ['null', { mode: null }, '/mode'],
    ['an unknown member', { mode: 'on', name: 'x' }, '/name'],
  ])('refuse %s', async (_name, change, pointer) => {
    const answer = await caller(createEmulator())('PATCH', `${MANAGED}/groups/${GROUP_ID}`, change);
    expect([answer.status, answer.body.errors.map((error) => error.source?.pointer)]).toEqual([
      400,
      [pointer],
    ]);
  });

  it.each([
    ['an unknown id', `${MANAGED}/groups/${'0'.repeat(32)}`],
    ['a text that is not an id', `${MANAGED}/groups/constructor`],
    ['a group of another package', `${CORE}/groups/${GROUP_ID}`],
  ])('answer 1003 for %s', async (_name, path) => {
    const call = caller(createEmulator());
    for (const [method, sent] of [['GET'], ['PATCH', { mode: 'off' }]] as const) {
      const { status, body } = await call(method, path, sent);
      expect([status, body.errors.map((error) => error.code)]).toEqual([400, [1003]]);
    }
  });
});

describe('docs/internals/service.md 7.7: rules', () => {
  it.each([
    ['a traditional package', MANAGED, ['100015', '100016', '100030', '100043', '100044', '100045']],
    ['an anomaly package', CORE, ['990012', '990002', '981231', '981242']],
  ])('are listed for %s', async (_name, path, ids) => {
    const { body } = await caller(createEmulator())('GET', `${path}/rules`);
    expect(body.result.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(body.result_info).toMatchObject({ count: ids.length, total_count: ids.length });
  });

  it.each([
    ['a traditional one', `${MANAGED}/rules/100030`, traditionalRule],
    ['one of an anomaly package, which has no default_mode', `${CORE}/rules/990012`, anomalyRule],
  ])('are returned: %s', async (_name, path, expected) => {
    expect((await caller(createEmulator())('GET', path)).body.result).toEqual(expected);
  });

  it.each([
    ['disable', `${MANAGED}/rules/100030`, traditionalRule, { '100030': 'disable' }],
    ['simulate', `${MANAGED}/rules/100030`, traditionalRule, { '100030': 'simulate' }],
    ['block', `${MANAGED}/rules/100030`, traditionalRule, { '100030': 'block' }],
    ['challenge', `${MANAGED}/rules/100030`, traditionalRule, { '100030': 'challenge' }],
    ['default', `${MANAGED}/rules/100030`, traditionalRule, {}],
    ['off', `${CORE}/rules/990012`, anomalyRule, { '990012': 'off' }],
    ['on', `${CORE}/rules/990012`, anomalyRule, {}],
  ])('accept the mode %s', async (mode, path, rule, held) => {
    const emulator = createEmulator();
    const call = caller(emulator);
    expect((await call('PATCH', path, { mode })).body.result).toEqual({ ...rule, mode });
    expect((await call('GET', path)).body.result).toEqual({ ...rule, mode });
    expect(emulator.control.snapshot().zones[0]?.previous_waf?.rules).toEqual(held);
  });

  it.each([
    ['on for a traditional rule', `${MANAGED}/rules/100015`, { mode: 'on' }, '/mode'],
    ['default for a rule of an anomaly package', `${CORE}/rules/990012`, { mode: 'default' }, '/mode'],
    ['simulate for a rule of an anomaly package', `${CORE}/rules/990012`, { mode: 'simulate' }, '/mode'],
    ['no mode', `${MANAGED}/rules/100015`, {}, '/mode'],
    ['an unknown member', `${MANAGED}/rules/100015`, { mode: 'block', priority: '1' }, '/priority'],
  ])('refuse %s', async (_name, path, change, pointer) => {
    const { status, body } = await caller(createEmulator())('PATCH', path, change);
    expect([status, body.errors.map((error) => error.source?.pointer)]).toEqual([400, [pointer]]);
  });

  it.each([
    ['an unknown id', `${MANAGED}/rules/999999`],
    ['a rule of another package', `${CORE}/rules/100015`],
    ['a rule of a package without rules', `/firewall/waf/packages/${CUSTOMER_PACKAGE_ID}/rules/100015`],
  ])('answer 1004 for %s', async (_name, path) => {
    const call = caller(createEmulator());
    for (const [method, sent] of [['GET'], ['PATCH', { mode: 'block' }]] as const) {
      const { status, body } = await call(method, path, sent);
      expect([status, body.errors.map((error) => error.code)]).toEqual([400, [1004]]);
    }
  });
});
