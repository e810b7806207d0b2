import { checkConfig, managedRulesMigrationSchema, unknown, type Problem } from '../../schema';

const ZONE = '1'.repeat(32);
const SET = 'a'.repeat(32);
const RULE = 'b'.repeat(32);

const approval = (zone: string): string => `v1/finished/${zone}/${'0'.repeat(32)}/unknown/none`;

function checked(config: Readonly<Record<string, unknown>>): readonly (readonly [Problem['code'], string])[] {
  const all = Object.keys(managedRulesMigrationSchema.attributes).map((name) => [name, null]);
  const written = { ...Object.fromEntries(all), zone_id: ZONE, target_state: 'validation', ...config };
  return checkConfig(managedRulesMigrationSchema, written).map(({ code, path }) => [code, path.join('.')]);
}

const adjusted = (rule: unknown): Readonly<Record<string, unknown>> => ({
  adjustments: { [SET]: { rules: { [RULE]: rule } } },
});

test.each<readonly [string, Readonly<Record<string, unknown>>]>([
  ['with what it needs', {}],
  [
    'with all that may be written',
    {
      target_state: 'finished',
      acknowledge_irreversible: ZONE,
      approved_digest: approval(ZONE),
      ...adjusted({ action: 'log', enabled: true }),
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
  expect(checked(config)).toEqual([]);
});

test.each<readonly [string, Readonly<Record<string, unknown>>, string, string]>([
  ['an invalid zone', { zone_id: 'example.com' }, 'zone_id_malformed', 'zone_id'],
  ['a state that cannot be declared', { target_state: 'start' }, 'not_one_of', 'target_state'],
  ['a state in other letters', { target_state: 'Finished' }, 'not_one_of', 'target_state'],
  [
    'the word for another zone',
    { acknowledge_irreversible: '2'.repeat(32) },
    'acknowledgement_wrong',
    'acknowledge_irreversible',
  ],
  ['no approval', { approved_digest: 'abc' }, 'approval_malformed', 'approved_digest'],
  [
    'the approval of another zone',
    { approved_digest: approval('2'.repeat(32)) },
    'approval_of_another_zone',
    'approved_digest',
  ],
  [
    'an action that does not exist',
    adjusted({ action: 'allow', enabled: null }),
    'not_one_of',
    `adjustments.${SET}.rules.${RULE}.action`,
  ],
  [
    'an adjustment that says nothing',
    adjusted({ action: null, enabled: null }),
    'adjustment_empty',
    `adjustments.${SET}.rules.${RULE}`,
  ],
  [
    'a ruleset by its name',
    { adjustments: { managed: { rules: {} } } },
    'adjustment_id_malformed',
    'adjustments.managed',
  ],
  ['a way out that there is not', { on_destroy: 'delete' }, 'not_one_of', 'on_destroy'],
  [
    'an invalid time limit',
    { timeouts: { create: '1 hour', update: null } },
    'duration_malformed',
    'timeouts.create',
  ],
])('%s is refused at its path', (_case, config, code, path) => {
  expect(checked(config)).toEqual([[code, path]]);
});
