import type { SeedZone } from '../../../emulator';
import { digestOf, type SavedRule } from '../../../provider-shim/resources/migration/rules';
import { managedRulesConfigurationSchema } from '../../../schema';
import { emulatedZone, TOKEN, ZONE, type EmulatedZone } from '../api/emulated-zone';
import { refuse, scriptedService } from '../api/scripted-service';
import { readData, type ReadData } from './read-data';

let zone: EmulatedZone | undefined;
afterEach(async () => {
  await zone?.close();
  zone = undefined;
});

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const OVERRIDE = { urls: ['example.com/*'], rules: { '100015': 'disable' } } as const;

async function read({ emulator }: EmulatedZone): Promise<ReadData> {
  return readData(
    managedRulesConfigurationSchema,
    { zone_id: ZONE },
    { baseUrl: emulator.baseUrl, token: TOKEN },
  );
}

async function emulated(seed: Partial<SeedZone>): Promise<ReadData> {
  zone = await emulatedZone(seed);
  return read(zone);
}

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
  expect(await emulated({ previous_waf: previous })).toEqual({
    state: {
      zone_id: ZONE,
      available: true,
      unavailable_because: null,
      name: 'default',
      rules,
      digest: digestOf(rules),
      not_carried_over: [],
      losses_unknown_because: null,
    },
    diagnostics: [],
  });
});

test('the generated configuration includes the losses, to see them before approving', async () => {
  const { state } = await emulated({ previous_waf: { rules: { '981242': 'off' } } });
  expect(state).toMatchObject({
    not_carried_over: [{ kind: 'core_rule_set_rule_override', id: '981242' }],
    losses_unknown_because: null,
  });
});

test('undetermined losses of a generated configuration do not show as none', async () => {
  zone = await emulatedZone();
  zone.emulator.control.faults.put([
    { match: { operation: 'page.rules.list' }, effect: { kind: 'answer', status: 403 } },
  ]);
  expect((await read(zone)).state).toMatchObject({
    not_carried_over: null,
    losses_unknown_because: expect.stringContaining('/pagerules'),
  });
});

describe('a missing generated configuration is a result with the reason', () => {
  const NONE = {
    ...{ zone_id: ZONE, available: false, name: null, rules: [], digest: null },
    ...{ not_carried_over: null, losses_unknown_because: null },
  };

  test.each<readonly [string, Partial<SeedZone>, string]>([
    [
      'something is in the way',
      { previous_waf: { uri_overrides: [OVERRIDE] } },
      'the zone has URI-based overrides (1); delete them and check again',
    ],
  ])('when %s', async (_case, seed, because) => {
    expect(await emulated(seed)).toEqual({
      state: { ...NONE, unavailable_because: because },
      diagnostics: [],
    });
  });
});

test.each<readonly [string, Parameters<typeof refuse>]>([
  ['a service that is down', [503, [{ message: 'maintenance' }]]],
])('the generated configuration: %s is an error', async (_case, refusal) => {
  const service = await scriptedService(refuse(...refusal));
  const { state, diagnostics } = await readData(
    managedRulesConfigurationSchema,
    { zone_id: ZONE },
    { baseUrl: `${service.url}/client/v4`, token: 'token-0123456789' },
  );
  await service.close();
  expect([state, diagnostics.map(({ severity }) => severity)]).toEqual([null, ['error']]);
});
