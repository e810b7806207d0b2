import type { SeedZone, ServiceSettings } from '../../../emulator';
import type { SavedRule } from '../../../provider-shim/resources/rules/rule';
import {
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesStatusSchema,
} from '../../../schema';
import { emulatedZone, TOKEN, ZONE } from '../api/emulated-zone';
import { ok, refuse } from '../api/scripted-service';
import { deployed, MANAGED, withEntryPoint } from '../resources/migration/computed-transition';
import { readData, readEmulated, readScripted } from './read-data';

const DEPLOYED = withEntryPoint(deployed());
const SINCE = '2024-12-31T12:00:00.000Z';

type Migration = NonNullable<SeedZone['migration']>;
test.each<readonly [string, Migration, Partial<ServiceSettings>, object]>([
  [
    'while it finishes',
    { state: 'finishing', since: SINCE, finishes_at: '2025-01-01T01:00:00Z' },
    {},
    { migration_state: 'finishing', reported_state: 'pending', old_waf_status: 'enabled' },
  ],
  [
    'after the end, in the words of the production service',
    { state: 'finished', since: SINCE },
    { model: 'today' },
    { migration_state: 'finished', reported_state: 'complete', old_waf_status: 'disabled' },
  ],
])('the status of a zone is read %s', async (_case, migration, settings, expected) => {
  const deployed = { new_waf_status: 'enabled', source: 'zone', created: '2024-12-31T12:00:00.000000Z' };
  expect(await readEmulated(managedRulesStatusSchema, { ...DEPLOYED, migration }, settings)).toEqual({
    state: { zone_id: ZONE, ...deployed, ...expected },
    diagnostics: [],
    requests: ['GET migration.status'],
  });
});

test('the status of a zone that the service does not have any more is "gone"', async () => {
  const nowhere = { zone_id: 'e'.repeat(32) };
  expect(await readEmulated(managedRulesStatusSchema, {}, {}, nowhere)).toMatchObject({
    state: { ...nowhere, migration_state: 'gone' },
    diagnostics: [],
  });
});

const ID = 'a'.repeat(32);
const IN_THE_WAY = {
  uri_overrides: [
    { id: ID, urls: ['example.com/*'], rules: { '100015': 'disable' }, description: 'uploads' },
  ],
} as const;

const REFUSED = refuse(400, [{ code: 30105, message: 'the migration is over' }]);

test('the compatibility of a zone that can migrate needs no further requests', async () => {
  expect(await readEmulated(managedRulesCompatibilitySchema, {})).toEqual({
    state: { zone_id: ZONE, compatible: true, migration_state: 'start', obstacles: [] },
    diagnostics: [],
    requests: ['GET migration.status', 'GET migration.check'],
  });
});

test.each(['start', 'validation'] as const)(
  'the compatibility of a zone has its obstacles, in the state %s',
  async (state) => {
    expect(
      await readEmulated(managedRulesCompatibilitySchema, { previous_waf: IN_THE_WAY, migration: { state } }),
    ).toEqual({
      requests: expect.any(Array),
      state: {
        zone_id: ZONE,
        compatible: false,
        migration_state: state,
        obstacles: [
          {
            kind: 'uri_override',
            id: ID,
            description: `URI-based override ${ID} for example.com/* (uploads)`,
          },
        ],
      },
      diagnostics: [],
    });
  },
);

test.each([
  ['pending', 'finishing'],
  ['complete', 'finished'],
])(
  'the compatibility of a zone in the state %s is not requested, since the service may refuse',
  async (word, migrationState) => {
    expect(
      await readScripted(managedRulesCompatibilitySchema, {}, ok({ migration_state: word }), REFUSED),
    ).toEqual({
      state: { zone_id: ZONE, compatible: true, migration_state: migrationState, obstacles: [] },
      diagnostics: [],
    });
  },
);

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
  expect(await readEmulated(managedRulesConfigurationSchema, { previous_waf: previous })).toEqual({
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
  const { state } = await readEmulated(managedRulesConfigurationSchema, {
    previous_waf: { rules: { '981242': 'off' } },
  });
  expect(state).toMatchObject({
    not_carried_over: [{ kind: 'core_rule_set_rule_override', id: '981242' }],
    losses_unknown_because: null,
  });
});

test('undetermined losses of a generated configuration do not show as none', async () => {
  const { emulator } = await emulatedZone();
  emulator.control.faults.put([
    { match: { operation: 'page.rules.list' }, effect: { kind: 'answer', status: 403 } },
  ]);
  const service = { baseUrl: emulator.baseUrl, token: TOKEN };
  const { state } = await readData(managedRulesConfigurationSchema, { zone_id: ZONE }, service);
  expect(state).toMatchObject({
    not_carried_over: null,
    losses_unknown_because: expect.stringContaining('/pagerules'),
  });
});

test('a missing generated configuration is a result with the reason', async () => {
  expect(
    await readEmulated(managedRulesConfigurationSchema, { previous_waf: { uri_overrides: [OVERRIDE] } }),
  ).toEqual({
    requests: expect.any(Array),
    state: {
      ...{ zone_id: ZONE, available: false, name: null, rules: [] },
      ...{ not_carried_over: null, losses_unknown_because: null },
      unavailable_because: 'the zone has URI-based overrides (1); delete them and check again',
    },
    diagnostics: [],
  });
});
