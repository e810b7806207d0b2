/**
 * The tables of what the migration does to the previous settings. The form of exceptions, paranoia levels and
 * thresholds in a configuration is not shown; it is that of docs/service.md 6.3.
 */
import type { SeedZone } from '../../../emulator';
import type { ConformingZone } from './conforming-zone';
import { CORE, MANAGED, conformingZone, finishedZone, resultOf } from './conforming-zone';
import { readStatus } from './migration-status';
import {
  DISABLE_SECURITY,
  PAGE_RULES,
  WAF_OFF,
  WAF_ON,
  bypasses,
  corePackage,
  coreSettings,
  packages,
  pageRule,
} from './previous-version';
import { specification } from './specification';

const spec = specification('3 settings migrated', '3 sensitivity mapping', '3 remarks');

type PreviousWaf = NonNullable<SeedZone['previous_waf']>;

/** The rules that the configuration has in front of those of a zone without such settings. */
async function exceptionsOf(previous_waf: PreviousWaf): Promise<readonly unknown[]> {
  const { rules: usual } = await conformingZone().config();
  const { rules } = await conformingZone({ previous_waf }).config();
  expect(rules.slice(rules.length - usual.length)).toEqual(usual);
  return rules.slice(0, rules.length - usual.length);
}

const skip = (expression: unknown) => expect.objectContaining({ action: 'skip', expression, enabled: true });

/** An expression about the URL of the page rules. */
const SHOP = expect.stringContaining('example.com/shop/');

spec.table('3 settings migrated', 'Settings migrated', (row) => {
  row('Firewall rules with bypass of managed rules', 'become exceptions with their expressions', async () => {
    const { firewall_rules = [] } = bypasses(3);
    expect(await exceptionsOf({ firewall_rules })).toEqual(
      firewall_rules.map(({ expression }) => skip(expression)),
    );
  });

  row('Firewall rules with bypass of managed rules', 'only those that bypass managed rules', async () => {
    const expression = 'ip.src eq 192.0.2.1';
    const firewall_rules = [
      { action: 'block', expression },
      { action: 'bypass', products: ['rateLimit'], expression },
    ];
    expect(await exceptionsOf({ firewall_rules })).toEqual([]);
  });

  row('Page rules with "Disable Security"', 'become an exception for their URLs', async () => {
    expect(await exceptionsOf(pageRule(DISABLE_SECURITY))).toEqual([skip(SHOP)]);
  });

  row('Page rules with WAF Off or On', 'WAF Off becomes an exception for its URLs', async () => {
    expect(await exceptionsOf(pageRule(WAF_OFF))).toEqual([skip(SHOP)]);
  });

  row('Page rules with WAF Off or On', 'WAF On deploys on its URLs what is off elsewhere', async () => {
    const { rules } = await conformingZone({
      previous_waf: { enabled: false, ...pageRule(WAF_ON) },
    }).config();
    expect(rules).toEqual(
      [MANAGED, CORE].map((id) =>
        expect.objectContaining({
          action: 'execute',
          expression: SHOP,
          enabled: true,
          action_parameters: expect.objectContaining({ id }),
        }),
      ),
    );
  });

  row(
    'Page rules with WAF Off or On',
    'WAF On changes nothing where the previous version is on',
    async () => {
      expect(await exceptionsOf(pageRule(WAF_ON))).toEqual([]);
    },
  );

  for (const [name, previous_waf] of [
    ['Firewall rules with bypass of managed rules', bypasses(3)],
    ['Page rules with "Disable Security"', pageRule(DISABLE_SECURITY)],
    ['Page rules with WAF Off or On', pageRule(WAF_OFF)],
    ['Page rules with WAF Off or On', { enabled: false, ...pageRule(WAF_ON) }],
  ] as const)
    row(name, `the configuration can be saved as it is: ${JSON.stringify(previous_waf)}`, async () => {
      const zone = conformingZone({ previous_waf });
      const { rules } = await zone.config();
      const unsaved = ({ id: _id, version: _version, ref: _ref, ...rest }: Record<string, unknown>) => rest;
      expect(resultOf(await zone.update('pending', rules)).rules).toMatchObject(rules.map(unsaved));
    });

  for (const [before, after] of [
    ['simulate', 'log'],
    ['block', 'block'],
    ['challenge', 'challenge'],
  ] as const)
    row('Core rule set action', `${before} becomes ${after}`, async () => {
      const zone = conformingZone({ previous_waf: { core_rule_set: { action_mode: before } } });
      expect(coreSettings(await zone.config()).action).toBe(after);
    });

  for (const [name, items] of [
    ['Core rule set group overrides', 'groups'],
    ['Core rule set rule overrides', 'rules'],
  ] as const)
    row(name, 'are not migrated', async () => {
      const zone = conformingZone();
      const before = await zone.config();
      const path = `${await corePackage(zone)}/${items}`;
      const listed = resultOf(await zone.call('GET', path)) as readonly { readonly id: string }[];
      expect(listed).not.toEqual([]);
      for (const { id } of listed) {
        const changed = resultOf(await zone.call('PATCH', `${path}/${id}`, { mode: 'off' }));
        expect(changed).toMatchObject({ id, mode: 'off' });
      }
      expect(await zone.config()).toEqual(before);
    });
});

/** Old sensitivity, paranoia level, score threshold. */
const SENSITIVITY_MAPPING = [
  ['High', 2, 40],
  ['Medium', 1, 25],
  ['Low', 1, 40],
  ['Default', 2, 40],
] as const;

spec.table('3 sensitivity mapping', 'Sensitivity mapping to the new core rule set', (row) => {
  for (const [name, paranoiaLevel, scoreThreshold] of SENSITIVITY_MAPPING) {
    const sensitivity = name.toLowerCase() as Lowercase<typeof name>;
    row(name, `becomes PL${paranoiaLevel}, ${scoreThreshold} or higher`, async () => {
      const zone = conformingZone({ previous_waf: { core_rule_set: { sensitivity } } });
      const settings = coreSettings(await zone.config());
      expect(settings).toMatchObject({ paranoiaLevel, scoreThreshold });
    });

    if (sensitivity !== 'default')
      row(name, 'follows the package when it is changed', async () => {
        const zone = conformingZone();
        resultOf(await zone.call('PATCH', await corePackage(zone), { sensitivity }));
        const settings = coreSettings(await zone.config());
        expect(settings).toMatchObject({ paranoiaLevel, scoreThreshold });
      });

    row(name, 'is what is saved', async () => {
      const zone = conformingZone({ previous_waf: { core_rule_set: { sensitivity } } });
      const configuration = await zone.config();
      const saved = resultOf(await zone.update('pending', configuration.rules));
      expect(coreSettings(saved)).toEqual(coreSettings(configuration));
    });
  }
});

spec.table('3 remarks', 'Remarks on the new core rule set', (row) => {
  // The table has PL1 for two sensitivities; this is a zone where nobody chose one.
  row('paranoia level PL2', 'is what the migration sets', async () => {
    expect(coreSettings(await conformingZone().config()).paranoiaLevel).toBe(2);
  });

  row('versions of the core rule sets', 'the old one, of 2.x, has no paranoia levels', async () => {
    const zone = conformingZone();
    const core = await corePackage(zone);
    const [old] = (await packages(zone)).filter(({ id }) => core.endsWith(id));
    const parts = ['groups', 'rules'].map((part) => zone.call('GET', `${core}/${part}`));
    expect(old?.name).toContain('2.x');
    expect(JSON.stringify([old, await Promise.all(parts)])).not.toMatch(/paranoia/i);
  });

  row('versions of the core rule sets', 'the new one, of 3.x, has them', async () => {
    expect(JSON.stringify(await conformingZone().config())).toMatch(/paranoia-level-/);
  });

  row('WAF Off and the new managed rules', 'a page rule does not affect them', async () => {
    const zone: ConformingZone = await finishedZone();
    const before = [await readStatus(zone), zone.stored()];
    const targets = [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/*' } }];
    const body = { targets, actions: [WAF_OFF], priority: 1, status: 'active' };
    resultOf(await zone.call('POST', PAGE_RULES, body));
    expect([await readStatus(zone), zone.stored()]).toEqual(before);
  });

  row('WAF Off and the new managed rules', 'skip rules disable them', async () => {
    const zone = conformingZone({ previous_waf: pageRule(WAF_OFF) });
    const { rules } = resultOf(await zone.update('pending', (await zone.config()).rules));
    expect(rules.map(({ action }: { action: string }) => action)).toEqual(['skip', 'execute', 'execute']);
  });
});

spec.complete();
