/**
 * That the new managed rules run first in validation mode cannot be seen from outside: the emulator runs no
 * rules. The words of all states but `start` are not shown, so that they are only held against each other.
 */
import type { Plan } from '../../../emulator';
import type { ConformingZone } from './conforming-zone';
import {
  DEPLOY,
  ENTRY_POINT,
  conformingZone,
  expectRefusal,
  finishedZone,
  resultOf,
} from './conforming-zone';
import { readStatus } from './migration-status';
import { OVERRIDE, OVERRIDES, PACKAGES, SWITCH } from './previous-version';
import { specification } from './specification';

const spec = specification('3 waf_migration', '3 known states', '3 transitions', '3 eligibility');

const PLANS: readonly Plan[] = ['professional', 'business', 'enterprise'];

const DEPLOY_OFF = { ...DEPLOY, enabled: false };

async function enabledVersions(zone: ConformingZone): Promise<string> {
  const { previous, next } = await readStatus(zone);
  return `previous ${previous}, new ${next}`;
}

const BOTH = 'previous enabled, new enabled';
const NEW_ONLY = 'previous disabled, new enabled';
const PREVIOUS_ONLY = 'previous enabled, new disabled';

spec.table('3 waf_migration', 'Values of waf_migration', (row) => {
  for (const value of ['pending', '1'])
    row('pending', `${value} saves the new configuration and disables the previous version`, async () => {
      const zone = conformingZone();
      const { rules } = resultOf(await zone.update(value));
      await zone.settle();
      expect(zone.stored()).toMatchObject([{ rules }]);
      expect(await enabledVersions(zone)).toBe(NEW_ONLY);
    });

  for (const value of ['validation', '2']) {
    row('validation', `${value} saves the new configuration and runs both versions`, async () => {
      const zone = conformingZone();
      const { rules } = resultOf(await zone.update(value));
      await zone.settle();
      expect(zone.stored()).toMatchObject([{ rules }]);
      expect(await enabledVersions(zone)).toBe(BOTH);
    });

    for (const plan of ['professional', 'business'] as const)
      row('validation', `${value} is not for ${plan} zones`, async () => {
        const zone = conformingZone({ plan });
        await expectRefusal(zone, () => zone.update(value));
      });
  }

  for (const [value, alias] of [
    ['pending', '1'],
    ['validation', '2'],
  ] as const)
    row(value, `${alias} is the same`, async () => {
      const [zone, other] = [conformingZone(), conformingZone()];
      expect(await zone.update(alias)).toEqual(await other.update(value));
      expect(zone.emulator.control.snapshot()).toEqual(other.emulator.control.snapshot());
    });
});

spec.table('3 known states', 'Known states', (row) => {
  for (const plan of PLANS)
    row('start', `is reported by the check before any update of ${plan} zones`, async () => {
      expect(await conformingZone({ plan }).check()).toEqual({ compatible: true, migration_state: 'start' });
    });

  row('validation mode', 'both versions are enabled, and the previous one can still be managed', async () => {
    const zone = conformingZone();
    resultOf(await zone.update('validation'));
    expect((await zone.check()).migration_state).not.toBe('start');
    expect(await enabledVersions(zone)).toBe(BOTH);
    resultOf(await zone.call('GET', PACKAGES));
  });

  row('finished', 'the previous version is disabled, and cannot be managed', async () => {
    const zone = await finishedZone();
    const inValidation = conformingZone({ migration: { state: 'validation' } });
    const { migration_state: validation } = await inValidation.check();
    expect(['start', validation]).not.toContain((await zone.check()).migration_state);
    expect(await enabledVersions(zone)).toBe(NEW_ONLY);
    await expectRefusal(zone, () => zone.call('GET', PACKAGES));
  });
});

spec.table('3 transitions', 'Transitions', (row) => {
  const inValidation = async (): Promise<ConformingZone> => {
    const zone = conformingZone();
    resultOf(await zone.update('validation'));
    return zone;
  };

  row('start to validation mode', 'on an Enterprise zone, both versions enabled', async () => {
    const zone = conformingZone();
    const before = await enabledVersions(zone);
    resultOf(await zone.update('validation'));
    expect([before, await enabledVersions(zone)]).toEqual([PREVIOUS_ONLY, BOTH]);
  });

  row('start to validation mode', 'lasts until the zone is finished', async () => {
    const zone = await inValidation();
    const { state } = await readStatus(zone);
    await zone.settle();
    expect(await readStatus(zone)).toEqual({ previous: 'enabled', next: 'enabled', state });
  });

  row('start to validation mode', 'only when the zone is compatible', async () => {
    const zone = conformingZone({ previous_waf: { uri_overrides: [OVERRIDE] } });
    await expectRefusal(zone, () => zone.update('validation'));
  });

  row('validation mode to finished', 'the previous version is disabled automatically', async () => {
    const zone = await inValidation();
    resultOf(await zone.update('pending'));
    await zone.settle();
    expect(await enabledVersions(zone)).toBe(NEW_ONLY);
  });

  const BROKEN = { ...DEPLOY, action_parameters: {} };
  for (const [name, rules] of [
    ['without rules', []],
    ['with rules that are not enabled', [DEPLOY_OFF]],
    ['that is not valid', [BROKEN]],
  ] as const) {
    row('validation mode to finished', `not with a configuration ${name}`, async () => {
      const zone = await inValidation();
      await expectRefusal(zone, () => zone.update('pending', rules));
      await zone.settle();
      expect(await enabledVersions(zone)).toBe(BOTH);
    });
    row('start to finished', `not with a configuration ${name}`, async () => {
      const zone = conformingZone();
      await expectRefusal(zone, () => zone.update('pending', rules));
      await zone.settle();
      expect(await enabledVersions(zone)).toBe(PREVIOUS_ONLY);
    });
  }

  for (const plan of PLANS) {
    row('start to finished', `of a ${plan} zone in one step`, async () => {
      const zone = conformingZone({ plan });
      const before = await enabledVersions(zone);
      resultOf(await zone.update('pending', (await zone.config()).rules));
      await zone.settle();
      expect([before, await enabledVersions(zone)]).toEqual([PREVIOUS_ONLY, NEW_ONLY]);
    });

    row('start to finished', `only when the ${plan} zone is compatible`, async () => {
      const firewall_rules = Array.from({ length: 201 }, () => BYPASS);
      const zone = conformingZone({ plan, previous_waf: { firewall_rules } });
      await expectRefusal(zone, () => zone.update('pending'));
    });

    row('start to finished', `a ${plan} zone stays protected by a version throughout`, async () => {
      const zone = conformingZone({ plan });
      const seen = [await enabledVersions(zone)];
      resultOf(await zone.update('pending'));
      for (let second = 0; second < 90; second += 1) {
        seen.push(await enabledVersions(zone));
        await zone.emulator.control.clock.advance(1000);
      }
      await zone.settle();
      seen.push(await enabledVersions(zone));
      expect(seen.filter((moment) => !moment.includes('enabled'))).toEqual([]);
      expect([seen.at(0), seen.at(-1)]).toEqual([PREVIOUS_ONLY, NEW_ONLY]);
    });
  }

  const ATTEMPTS: readonly (readonly [string, (zone: ConformingZone) => Promise<unknown>])[] = [
    ['an update to validation', (zone) => zone.update('validation')],
    ['an update to pending', (zone) => zone.update('pending')],
    ['the previous switch', (zone) => zone.call('PATCH', SWITCH, { value: 'on' })],
    ['deploying nothing', (zone) => zone.call('PUT', ENTRY_POINT, { name: 'default', rules: [] })],
    ['time', (zone) => zone.settle()],
  ];
  for (const plan of PLANS)
    for (const [name, attempt] of ATTEMPTS)
      row('finished is irreversible', `${name} leads nowhere on a ${plan} zone`, async () => {
        const zone = await finishedZone({ plan });
        const { state } = await readStatus(zone);
        await attempt(zone);
        await zone.settle();
        expect(await readStatus(zone)).toMatchObject({ previous: 'disabled', state });
      });
});

const BYPASS = { action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.1' };

const FIRST_MANAGED_RULESET = { core_rule_set: { sensitivity: 'off' } } as const;

const pageRule = (id: string, value?: string) => ({
  page_rules: [{ url: 'example.com/*', actions: [{ id, ...(value !== undefined && { value }) }] }],
});

/** Item 4: zones and whether the earlier phase admitted them. */
const EARLIER_PHASE = [
  ['previous managed rules off', { enabled: false }, true],
  ['only the first managed ruleset on', FIRST_MANAGED_RULESET, true],
  ['the core rule set on, too', {}, false],
  ['a firewall rule that bypasses', { ...FIRST_MANAGED_RULESET, firewall_rules: [BYPASS] }, false],
  ['a page rule that bypasses', { ...FIRST_MANAGED_RULESET, ...pageRule('disable_security') }, false],
  ['a page rule that enables', { enabled: false, ...pageRule('waf', 'on') }, false],
  ['a page rule that disables', { ...FIRST_MANAGED_RULESET, ...pageRule('waf', 'off') }, false],
  ['a page rule about something else', { ...FIRST_MANAGED_RULESET, ...pageRule('always_use_https') }, true],
  ['a URI-based override', { ...FIRST_MANAGED_RULESET, uri_overrides: [OVERRIDE] }, false],
] as const;

spec.table('3 eligibility', 'Eligibility', (row) => {
  row('1', 'URI-based overrides must be deleted first; then the check can be repeated', async () => {
    const ids = ['a', 'b'].map((digit) => digit.repeat(32));
    const zone = conformingZone({ previous_waf: { uri_overrides: ids.map((id) => ({ id, ...OVERRIDE })) } });
    const checks = [(await zone.check()).compatible];
    for (const id of ids) {
      await expectRefusal(zone, () => zone.update('validation'));
      await expectRefusal(zone, () => zone.update('pending'));
      resultOf(await zone.call('DELETE', `${OVERRIDES}/${id}`));
      checks.push((await zone.check()).compatible);
    }
    expect(checks).toEqual([false, false, true]);
    resultOf(await zone.update('pending'));
  });

  for (const plan of ['professional', 'business'] as const)
    row('2', `${plan} zones migrate in one step, without validation mode`, async () => {
      const zone = conformingZone({ plan });
      await expectRefusal(zone, () => zone.update('validation'));
      resultOf(await zone.update('pending'));
      await zone.settle();
      expect(await enabledVersions(zone)).toBe(NEW_ONLY);
    });

  row('3', 'Enterprise zones may enter validation mode first', async () => {
    const zone = conformingZone();
    resultOf(await zone.update('validation'));
    resultOf(await zone.update('pending'));
  });

  for (const [name, previous_waf, admitted] of EARLIER_PHASE)
    row('4', `the earlier phase ${admitted ? 'admits' : 'refuses'} ${name}`, async () => {
      const { call } = conformingZone({ previous_waf });
      expect(resultOf(await call('GET', '/waf_migration/check')).compatible).toBe(admitted);
    });

  for (const [name, previous_waf] of EARLIER_PHASE.filter(([, waf]) => !('uri_overrides' in waf)))
    row('4', `the present phase admits ${name}`, async () => {
      expect((await conformingZone({ previous_waf }).check()).compatible).toBe(true);
    });
});

spec.complete();
