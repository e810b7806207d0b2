import { checkConfig, managedRulesMigrationSchema, unknown } from '../../schema';

const ZONE = '1'.repeat(32);
const SET = 'a'.repeat(32);
const RULE = 'b'.repeat(32);

test.each<readonly [string, Readonly<Record<string, unknown>>]>([
  ['with what it needs', {}],
  [
    'with all that may be written',
    {
      target_state: 'finished',
      acknowledge_irreversible: ZONE,
      approved_digest: `v1/finished/${ZONE}/${'0'.repeat(32)}/unknown/none`,
      adjustments: { [SET]: { rules: { [RULE]: { action: 'log', enabled: true } } } },
      delete_uri_overrides: true,
      on_destroy: 'abandon',
      timeouts: { create: '2h', update: '45s' },
    },
  ],
  [
    'with what is not known yet',
    {
      zone_id: unknown,
      target_state: unknown,
      acknowledge_irreversible: unknown,
      approved_digest: unknown,
      adjustments: unknown,
      timeouts: { create: unknown, update: null },
    },
  ],
])('a migration is declared %s', (_case, config) => {
  const all = Object.keys(managedRulesMigrationSchema.attributes).map((name) => [name, null]);
  const written = { ...Object.fromEntries(all), zone_id: ZONE, target_state: 'validation', ...config };
  expect(checkConfig(managedRulesMigrationSchema, written)).toEqual([]);
});
