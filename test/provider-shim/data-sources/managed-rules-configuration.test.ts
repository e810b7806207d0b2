import type { SavedRule } from '../../../provider-shim/resources/migration/rules';
import { managedRulesConfigurationSchema as schema } from '../../../schema';
import { emulatedZone, TOKEN, ZONE } from '../api/emulated-zone';
import { readData, readEmulated } from './read-data';

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const OVERRIDE = { urls: ['example.com/*'], rules: { '100015': 'disable' } } as const;

test('the generated rules are read with their digest, and without the ids and versions of the service', async () => {
  const previous = {
    core_rule_set: { sensitivity: 'off' },
    rules: { '100015': 'disable' },
    firewall_rules: [
      { id: 'b'.repeat(32), action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.7' },
    ],
  } as const;
  const rules: readonly SavedRule[] = [
    {
      action: 'skip',
      expression: 'ip.src eq 192.0.2.7',
      description: `Firewall rule ${'b'.repeat(32)}`,
      enabled: true,
      action_parameters: '{"ruleset":"current"}',
    },
    {
      action: 'execute',
      expression: 'true',
      description: '',
      enabled: true,
      action_parameters: `{"id":"${MANAGED}","overrides":{"rules":[{"enabled":false,"id":"23ee7cebe6e8443e99ecf932ab579455"}]}}`,
    },
  ];
  expect(await readEmulated(schema, { previous_waf: previous })).toEqual({
    requests: expect.any(Array),
    state: {
      zone_id: ZONE,
      available: true,
      unavailable_because: null,
      name: 'default',
      rules,
      not_carried_over: [],
      losses_unknown_because: null,
    },
    diagnostics: [],
  });
});

test('the generated configuration includes the losses, to see them before approving', async () => {
  const { state } = await readEmulated(schema, { previous_waf: { rules: { '981242': 'off' } } });
  expect(state).toMatchObject({
    not_carried_over: [{ kind: 'core_rule_set_rule_override', id: '981242' }],
    losses_unknown_because: null,
  });
});

test('undetermined losses of a generated configuration do not show as none', async () => {
  const { emulator, close } = await emulatedZone();
  emulator.control.faults.put([
    { match: { operation: 'page.rules.list' }, effect: { kind: 'answer', status: 403 } },
  ]);
  const service = { baseUrl: emulator.baseUrl, token: TOKEN };
  const { state } = await readData(schema, { zone_id: ZONE }, service);
  await close();
  expect(state).toMatchObject({
    not_carried_over: null,
    losses_unknown_because: expect.stringContaining('/pagerules'),
  });
});

test('a missing generated configuration is a result with the reason', async () => {
  expect(await readEmulated(schema, { previous_waf: { uri_overrides: [OVERRIDE] } })).toEqual({
    requests: expect.any(Array),
    state: {
      ...{ zone_id: ZONE, available: false, name: null, rules: [] },
      ...{ not_carried_over: null, losses_unknown_because: null },
      unavailable_because: 'the zone has URI-based overrides (1); delete them and check again',
    },
    diagnostics: [],
  });
});
