import type { SeedZone } from '../../../emulator';
import { ZONE_ID, migratingZone } from './migrating-zone';

type PreviousWaf = NonNullable<SeedZone['previous_waf']>;

const BYPASS = { action: 'bypass', products: ['waf'], expression: 'http.host eq "a.example"' };
const OVERRIDE = { urls: ['example.com/*'], rules: { '100015': 'disable' } };
const LONG_ID = '2'.repeat(32);

const bypasses = (count: number, rule: object = {}): PreviousWaf => ({
  firewall_rules: Array.from({ length: count }, () => ({ ...BYPASS, ...rule })),
});
const expression = (bytes: number): string => `http.host eq "${'a'.repeat(bytes - 15)}"`;
const pageRule = (id: string, value?: string, status: 'active' | 'disabled' = 'active'): PreviousWaf => ({
  page_rules: [{ url: 'example.com/*', actions: [{ id, ...(value && { value }) }], status }],
});

/** docs/internals/service.md 7.2, eligibility of phase two; docs/internals/service.md 2.3, 8. The codes are the emulator's own. */
const OBSTACLES: readonly (readonly [string, PreviousWaf, number | undefined])[] = [
  ['nothing configured', {}, undefined],
  ['a URI-based override', { uri_overrides: [OVERRIDE] }, 30101],
  ['a URI-based override that is paused', { uri_overrides: [{ ...OVERRIDE, paused: true }] }, 30101],
  ['200 firewall rules to migrate', bypasses(200), undefined],
  ['201 firewall rules to migrate', bypasses(201), 30102],
  ['201 firewall rules that are paused', bypasses(201, { paused: true }), undefined],
  ['201 firewall rules that bypass something else', bypasses(201, { products: ['hot'] }), undefined],
  ['201 firewall rules that block', bypasses(201, { action: 'block', products: [] }), undefined],
  ['an expression of 4096 bytes', bypasses(1, { expression: expression(4096) }), undefined],
  ['an expression of 4097 bytes', bypasses(1, { expression: expression(4097) }), 30103],
  [
    'an expression of fewer characters, but 4097 bytes',
    bypasses(1, { expression: `${expression(4095)}é` }),
    30103,
  ],
  [
    'a long expression of a rule that is not migrated',
    bypasses(1, { expression: expression(5000), paused: true }),
    undefined,
  ],
  ['a page rule with WAF Off', pageRule('waf', 'off'), undefined],
  ['the zone switch off', { enabled: false }, undefined],
];

describe('docs/internals/service.md 7.2: eligibility, phase two', () => {
  it.each(OBSTACLES)('%s', async (_name, previous_waf, code) => {
    const zone = migratingZone({ previous_waf });
    expect((await zone.check()).body.result).toEqual({
      compatible: code === undefined,
      migration_state: 'start',
    });
    const config = await zone.config();
    const expected = code === undefined ? [200, undefined] : [400, code];
    expect([config.status, config.body.errors[0]?.code]).toEqual(expected);
    for (const value of ['validation', 'pending']) {
      const tried = await zone.update(`waf_migration=${value}&phase_two=1&dry_run=true`);
      expect([tried.status, tried.body.errors]).toEqual([config.status, config.body.errors]);
    }
  });

  it('every obstacle is reported, with the advice to contact support if only support can help (docs/internals/service.md 2.3)', async () => {
    const zone = migratingZone({
      previous_waf: {
        uri_overrides: [OVERRIDE],
        firewall_rules: [
          ...(bypasses(200).firewall_rules ?? []),
          { ...BYPASS, id: LONG_ID, expression: expression(4097) },
        ],
      },
    });
    expect((await zone.config()).body.errors).toEqual([
      { code: 30101, message: 'the zone has URI-based overrides (1); delete them and check again' },
      {
        code: 30102,
        message:
          '201 firewall rules would have to migrate, more than 200; contact support to migrate this zone',
      },
      {
        code: 30103,
        message: `the expressions of these firewall rules are longer than 4 KB: ${LONG_ID}; contact support to migrate this zone`,
      },
    ]);
  });

  it('a zone in validation can finish, although an override was created since (docs/internals/service.md 7.2: no such condition)', async () => {
    const zone = migratingZone();
    await zone.update('waf_migration=validation&phase_two=1');
    zone.emulator.control.patchZone(ZONE_ID, { previous_waf: { uri_overrides: [OVERRIDE] } });
    expect((await zone.check()).body.result).toEqual({ compatible: false, migration_state: 'validation' });
    expect((await zone.config()).status).toBe(400);
    expect((await zone.update('waf_migration=pending&phase_two=1')).status).toBe(200);
  });
});

const FIRST_PACKAGE_ONLY: PreviousWaf = { core_rule_set: { sensitivity: 'off' } };

/** docs/internals/service.md 7.2, eligibility, item 4; docs/internals/service.md 1.3. */
const PHASE_ONE: readonly (readonly [string, PreviousWaf, boolean])[] = [
  ['everything at its default', {}, false],
  ['only the first managed package', FIRST_PACKAGE_ONLY, true],
  ['the previous managed rules off', { enabled: false }, true],
  ['a bypass', { ...FIRST_PACKAGE_ONLY, ...bypasses(1) }, false],
  ['a bypass that is paused', { ...FIRST_PACKAGE_ONLY, ...bypasses(1, { paused: true }) }, true],
  [
    'a firewall rule that blocks',
    { ...FIRST_PACKAGE_ONLY, ...bypasses(1, { action: 'block', products: [] }) },
    true,
  ],
  ['a page rule with WAF Off', { ...FIRST_PACKAGE_ONLY, ...pageRule('waf', 'off') }, false],
  ['a disabled page rule', { ...FIRST_PACKAGE_ONLY, ...pageRule('waf', 'off', 'disabled') }, true],
  ['a page rule with WAF On', { enabled: false, ...pageRule('waf', 'on') }, false],
  ['a page rule with Disable Security', { ...FIRST_PACKAGE_ONLY, ...pageRule('disable_security') }, false],
  ['a page rule with neither', { ...FIRST_PACKAGE_ONLY, ...pageRule('always_use_https') }, true],
  ['a URI-based override', { ...FIRST_PACKAGE_ONLY, uri_overrides: [OVERRIDE] }, false],
];

describe('docs/internals/service.md 7.2 and 1.3: eligibility, phase one (no phase_two)', () => {
  it.each(PHASE_ONE)('%s', async (_name, previous_waf, compatible) => {
    const zone = migratingZone({ previous_waf });
    expect((await zone.check('')).body.result.compatible).toBe(compatible);
    expect((await zone.config('')).status).toBe(compatible ? 200 : 400);
    expect((await zone.update('waf_migration=pending')).status).toBe(compatible ? 200 : 400);
    expect(await zone.state()).toBe(compatible ? 'pending' : 'start');
  });
});
