import type { SeedZone } from '../../../emulator';
import { CORE, ENTRY_POINT, MANAGED, SCORE_RULE, ZONE_ID, migratingZone } from './migrating-zone';

type PreviousWaf = NonNullable<SeedZone['previous_waf']>;

const NEW = { id: '', version: '', ref: '' };

const bypass = (name: string, products = ['waf']) => ({
  ...{ id: name.repeat(32), action: 'bypass', products },
  expression: `http.host eq "${name}.example"`,
});
const NO_EXPRESSION = { id: 'd'.repeat(32), action: 'bypass', products: ['waf'] };

const FULL: PreviousWaf = {
  core_rule_set: { sensitivity: 'low', action_mode: 'simulate' },
  groups: { '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1': 'off' },
  rules: {
    '100015': 'simulate',
    '100016': 'disable',
    '100030': 'block',
    '100044': 'challenge',
    '981242': 'off',
  },
  firewall_rules: [
    { ...bypass('a', ['hot', 'waf']), description: 'the office', expression: 'ip.src in {192.0.2.0/24}' },
    bypass('b'),
    { ...bypass('c'), paused: true },
    { ...NO_EXPRESSION, filter: { expression: 'http.host eq "d.example"', paused: true } },
    bypass('e', ['rateLimit']),
    { ...bypass('f', []), action: 'block' },
  ],
  page_rules: [
    { url: 'https://example.com/*', actions: [{ id: 'waf', value: 'off' }], priority: 1 },
    { url: 'https://example.com/admin/*', actions: [{ id: 'waf', value: 'on' }], priority: 2 },
    { url: 'https://example.org/health', actions: [{ id: 'disable_security' }], priority: 3 },
    { url: 'https://example.net/*', actions: [{ id: 'waf', value: 'off' }], priority: 4, status: 'disabled' },
  ],
};

const skip = (expression: string, description: string): object => ({
  ...NEW,
  action: 'skip',
  expression,
  description,
  enabled: true,
  action_parameters: { ruleset: 'current' },
});

const execute = (action_parameters: object): object => ({
  ...NEW,
  action: 'execute',
  expression: 'true',
  description: '',
  enabled: true,
  action_parameters,
});

const URI = 'http.request.full_uri wildcard';

const FULL_CONFIGURATION = {
  name: 'default',
  rules: [
    skip('ip.src in {192.0.2.0/24}', `Firewall rule ${'a'.repeat(32)}: the office`),
    skip('http.host eq "b.example"', `Firewall rule ${'b'.repeat(32)}`),
    skip(`${URI} r"https://example.org/health"`, 'Page rule https://example.org/health'),
    skip(
      `${URI} r"https://example.com/*" and not ${URI} r"https://example.com/admin/*"`,
      'Page rule https://example.com/*',
    ),
    execute({
      id: MANAGED,
      overrides: {
        rules: [
          { id: '23ee7cebe6e8443e99ecf932ab579455', action: 'log', enabled: true },
          { id: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e11', enabled: false },
          { id: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e12', action: 'block', enabled: true },
          { id: '5de7edfa648c4d6891dc3e7f84534ffa', action: 'challenge', enabled: true },
        ],
      },
    }),
    execute({
      id: CORE,
      overrides: {
        categories: [
          { category: 'paranoia-level-2', enabled: false },
          { category: 'paranoia-level-3', enabled: false },
          { category: 'paranoia-level-4', enabled: false },
        ],
        rules: [{ id: SCORE_RULE, action: 'log', score_threshold: 40 }],
      },
    }),
  ],
};

const EVERYTHING_OFF: PreviousWaf = {
  core_rule_set: { sensitivity: 'off' },
  groups: { de677e5818985db1285d0e80225f06e5: 'off', cfda825dfda411ea218cb70e6c88e82e: 'off' },
};

interface GeneratedRule {
  readonly action: string;
  readonly action_parameters: object;
}

/** What is stored of a generated rule: its own identity, and the defaults of docs/internals/service.md 3.2. */
function stored(rule: GeneratedRule): object {
  const assigned = {
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    ref: expect.stringMatching(/^[0-9a-f]{32}$/),
  };
  return {
    ...rule,
    ...assigned,
    version: '1',
    last_updated: expect.any(String),
    ...(rule.action === 'skip'
      ? { logging: { enabled: true } }
      : { action_parameters: { ...rule.action_parameters, version: 'latest' } }),
  };
}

describe('docs/internals/service.md 7.4: the generated configuration', () => {
  it('of a zone where everything is set', async () => {
    const { status, body } = await migratingZone({ previous_waf: FULL }).config();
    expect([status, body]).toEqual([
      200,
      { result: FULL_CONFIGURATION, success: true, errors: [], messages: [] },
    ]);
  });

  it('of a zone where everything is off has no rules', async () => {
    const { body } = await migratingZone({ previous_waf: EVERYTHING_OFF }).config();
    expect(body.result).toEqual({ name: 'default', rules: [] });
  });

  it('is the same before and during the migration, and changes nothing', async () => {
    const zone = migratingZone({ previous_waf: FULL });
    const before = zone.emulator.control.snapshot();
    const first = await zone.config();
    expect(zone.emulator.control.snapshot()).toEqual(before);
    await zone.update('waf_migration=validation&phase_two=1');
    const second = await zone.config();
    await zone.update('waf_migration=pending&phase_two=1');
    expect([second, await zone.config()]).toEqual([first, first]);
  });

  it('is what the service once generated, until the previous settings change', async () => {
    const generated = { name: 'default', rules: [] };
    const override = { id: 'a'.repeat(32), urls: ['a'], rules: { '100015': 'disable' } } as const;
    const zone = migratingZone({ migration: { generated }, previous_waf: { uri_overrides: [override] } });
    const { control } = zone.emulator;
    const held = () => control.zone(ZONE_ID).migration.generated;
    control.patchZone(ZONE_ID, { name: 'other.example' });
    expect(held()).toEqual(generated);
    control.patchZone(ZONE_ID, { previous_waf: { enabled: false }, migration: { generated } });
    expect(held()).toEqual(generated);
    const before = control.snapshot();
    control.patchZone(ZONE_ID, { previous_waf: { enabled: true } });
    expect(held()).toBeUndefined();
    control.restore(before);
    await zone.call('DELETE', `/firewall/waf/overrides/${override.id}`);
    expect(held()).toBeUndefined();
  });
});

it.each([FULL, EVERYTHING_OFF])(
  'docs/internals/service.md 7.4: a generated configuration is accepted as it is, and saved rule by rule',
  async (previous_waf) => {
    const zone = migratingZone({ previous_waf });
    const { name, rules } = (await zone.config()).body.result;
    const path = `${ENTRY_POINT}?waf_migration=validation&phase_two=1`;
    const saved = await zone.call('PUT', path, { name, rules });
    expect([saved.status, saved.body.errors]).toEqual([200, []]);
    expect(saved.body.result.rules).toEqual(rules.map(stored));
    expect((await zone.call('GET', ENTRY_POINT)).body.result).toEqual(saved.body.result);
  },
);
