import {
  ASSIGNED,
  DEPLOY,
  ENTRY_POINT,
  MANAGED,
  MANAGED_RULE,
  conformingZone,
  expectRefusal,
  finishedZone,
  resultOf,
} from './conforming-zone';
import { readStatus } from './migration-status';
import { OVERRIDE, OVERRIDES } from './previous-version';
import { specification } from './specification';

const spec = specification('4.5', '4.6', '4.7', '4.8', '4.9');

spec.table('4.5', 'Check update compatibility', (row) => {
  row('query', 'is phase_two=1', async () => {
    resultOf(await conformingZone().call('GET', '/waf_migration/check?phase_two=1'));
  });

  row('response', 'is compatible and migration_state', async () => {
    const ineligible = conformingZone({ previous_waf: { uri_overrides: [OVERRIDE] } });
    expect([await conformingZone().check(), await ineligible.check()]).toEqual([
      { compatible: true, migration_state: 'start' },
      { compatible: false, migration_state: 'start' },
    ]);
  });

  row('response', 'can be asked for again and changes nothing', async () => {
    const zone = conformingZone();
    const before = zone.emulator.control.snapshot();
    expect([await zone.check(), await zone.check()]).toEqual(Array(2).fill(await conformingZone().check()));
    expect(zone.emulator.control.snapshot()).toEqual(before);
  });
});

spec.table('4.6', 'Get new configuration', (row) => {
  row('query', 'is phase_two=1', async () => {
    resultOf(await conformingZone().call('GET', '/waf_migration/config?phase_two=1'));
  });

  row('response', 'is name and rules', async () => {
    expect(await conformingZone().config()).toEqual({ name: expect.any(String), rules: expect.any(Array) });
  });

  row('response', 'is equivalent to the present settings, and changes nothing', async () => {
    const zone = conformingZone();
    const before = zone.emulator.control.snapshot();
    expect(await zone.config()).toEqual(await zone.config());
    expect(zone.emulator.control.snapshot()).toEqual(before);
  });
});

spec.table('4.7', 'Update zone entry-point ruleset', (row) => {
  for (const value of ['pending', '1', 'validation', '2'])
    row('waf_migration', `${value} is a value`, async () => {
      resultOf(await conformingZone().update(value));
    });

  for (const value of ['', '0', '3', 'finished', 'PENDING'])
    row('waf_migration', `'${value}' is no value`, async () => {
      const zone = conformingZone();
      await expectRefusal(zone, () => zone.update(value));
    });

  for (const plan of ['professional', 'business'] as const)
    for (const value of ['validation', '2'])
      row('waf_migration', `${value} is refused to ${plan} zones`, async () => {
        const zone = conformingZone({ plan });
        await expectRefusal(zone, () => zone.update(value));
      });

  row('phase_two', 'is 1', async () => {
    const zone = conformingZone();
    const body = { name: 'default', rules: [DEPLOY] };
    resultOf(await zone.call('PUT', `${ENTRY_POINT}?waf_migration=pending&phase_two=1`, body));
  });

  for (const rules of [
    undefined,
    {},
    [{ ...DEPLOY, action: 'block' }],
    [{ ...DEPLOY, expression: undefined }],
  ])
    row('body', `refuses the rules ${JSON.stringify(rules)}`, async () => {
      const zone = conformingZone();
      const path = `${ENTRY_POINT}?waf_migration=validation&phase_two=1`;
      await expectRefusal(zone, () => zone.call('PUT', path, { name: 'default', rules }));
    });

  row('body', 'has rules with execute, true, enabled, description and parameters', async () => {
    const off = { ...DEPLOY, enabled: false };
    for (const rule of [DEPLOY, off, { ...DEPLOY, description: '' }])
      expect(resultOf(await conformingZone().update('validation', [rule])).rules).toMatchObject([rule]);
  });

  row('rules of the configuration', 'are sent as they are, with their id, version and ref', async () => {
    const zone = conformingZone();
    const { rules } = await zone.config();
    const { id: _id, version: _version, ref: _ref, ...first } = rules[0];
    const saved = resultOf(await zone.update('pending', rules));
    expect(saved.rules).toHaveLength(rules.length);
    expect(saved.rules[0]).toMatchObject({ ...first, id: ASSIGNED, version: ASSIGNED, ref: ASSIGNED });
  });

  row('rules of the configuration', 'that were saved in validation can be sent again to finish', async () => {
    const zone = conformingZone();
    const { rules } = resultOf(await zone.update('validation', (await zone.config()).rules));
    expect(resultOf(await zone.update('pending', rules)).rules).toEqual(rules);
  });

  for (const override of [
    { id: MANAGED_RULE, enabled: false },
    { id: MANAGED_RULE, action: 'log', enabled: true },
  ])
    row('behavior', `the configuration may be adjusted: ${JSON.stringify(override)}`, async () => {
      const zone = conformingZone();
      const adjusted = (await zone.config()).rules.map((rule: typeof DEPLOY) =>
        rule.action_parameters.id === MANAGED
          ? { ...rule, action_parameters: { id: MANAGED, overrides: { rules: [override] } } }
          : rule,
      );
      const { rules } = resultOf(await zone.update('pending', adjusted));
      expect(rules[0].action_parameters).toMatchObject(adjusted[0].action_parameters);
      expect(zone.stored()).toMatchObject([{ rules }]);
    });

  row('response', 'is the saved entry-point ruleset', async () => {
    const zone = conformingZone();
    const saved = resultOf(await zone.update('validation'));
    expect(saved).toMatchObject({ kind: 'zone', phase: 'http_request_firewall_managed', rules: [DEPLOY] });
    expect(zone.stored()).toMatchObject([saved]);
  });
});

spec.table('4.8', 'Get migration status', (row) => {
  row('response', 'reports both versions and the state', async () => {
    expect(await readStatus(conformingZone())).toEqual({
      previous: 'enabled',
      next: 'disabled',
      state: 'start',
    });
    const finished = await readStatus(await finishedZone());
    expect(finished).toEqual({ previous: 'disabled', next: 'enabled', state: ASSIGNED });
    expect(finished.state).not.toBe('start');
  });
});

spec.table('4.9', 'Delete a URI-based override of the previous version', (row) => {
  row('delete a URI-based override', 'removes that one alone', async () => {
    const ids = ['a', 'b'].map((digit) => digit.repeat(32));
    const zone = conformingZone({ previous_waf: { uri_overrides: ids.map((id) => ({ id, ...OVERRIDE })) } });
    resultOf(await zone.call('DELETE', `${OVERRIDES}/${ids[0]}`));
    expect(resultOf(await zone.call('GET', OVERRIDES))).toMatchObject([{ id: ids[1], ...OVERRIDE }]);
  });

  row('delete a URI-based override', 'lets the zone migrate', async () => {
    const id = 'a'.repeat(32);
    const zone = conformingZone({ previous_waf: { uri_overrides: [{ id, ...OVERRIDE }] } });
    await expectRefusal(zone, () => zone.update('pending'));
    resultOf(await zone.call('DELETE', `${OVERRIDES}/${id}`));
    resultOf(await zone.update('pending'));
  });
});

spec.complete();
