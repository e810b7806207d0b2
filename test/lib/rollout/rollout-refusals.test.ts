import { HttpBackend, Testing, type TerraformStack } from 'cdktf';
import {
  FleetStacks,
  ManagedRulesMigration,
  type MigrationRollout,
  ZoneFleet,
  ZoneInventory,
} from '../../../lib';
import { validationErrors } from '../synth';
import {
  approval,
  DIGEST,
  leftOut,
  rolloutOf,
  useRollouts,
  zone,
  ZONES,
  type RolloutOptions,
} from './rollouts';

useRollouts();

const APPROVED = [approval('canary', 'ab'), approval('early', 'cd')];

const stackOf = (rollout: MigrationRollout, wave: string): TerraformStack =>
  rollout.stacks.get(wave) as TerraformStack;

describe('approvals that the waves contradict are refused, all at once:', () => {
  const problems = (options: RolloutOptions): readonly string[] => {
    try {
      rolloutOf(options);
      return [];
    } catch (error) {
      return (error as { problems: readonly string[] }).problems;
    }
  };
  const zoneA = `a.example (${'a'.repeat(32)})`;

  test('an unknown wave', () =>
    expect(problems({ approvals: [approval('pilot', '')] })).toEqual([
      'pilot is approved for finished, but no zone is in a wave of this name. The waves with zones are canary, early, ' +
        'rest. If the wave was renamed, rename it back: the key of its state has its name. If all of its zones have ' +
        'left, remove its approval once its state is empty.',
    ]));

  test('a wave that is spelled wrong is one mistake, not one for each of its zones', () => {
    const approvals = [approval('canary', 'ab'), approval('erly', 'cd'), approval('rest', 'e')];
    expect(problems({ approvals })).toEqual([
      expect.stringContaining(
        'no zone is in a wave of this name. Did you mean early? The waves with zones are',
      ),
    ]);
  });

  test('a zone with the name of another one', () =>
    expect(
      problems({
        approvals: [
          approval('canary', 'b', {
            zones: { ['a'.repeat(32)]: { name: 'harmless.example', digest: DIGEST } },
            leftOut: { ['b'.repeat(32)]: { name: 'a.example', reason: 'x' } },
          }),
        ],
      }),
    ).toEqual([
      `canary has the zone ${'b'.repeat(32)} as a.example, but the inventory has it as b.example. If the zone was renamed ` +
        'in the inventory, approve canary again, with zonewright migration approve. If not, the id is that of another ' +
        'zone than the one that was reviewed.',
      expect.stringMatching(/^canary has the zone a{32} as harmless\.example, .* as a\.example\./),
    ]));

  test('a zone that has moved to another wave, or has left the inventory', () => {
    const approvals = [approval('canary', 'ab')];
    expect(problems({ approvals, zones: [zone('a', 'early'), ...ZONES.slice(1)] })).toEqual([
      `${zoneA} is approved for finished with canary, but the inventory has it in early. Put it back into canary. To let ` +
        "it go, first have the state of canary forget its migration (migrationOf('a.example').forget(), then apply): " +
        'destroying one that has begun is refused. Then remove it from the approval.',
    ]);
    expect(problems({ approvals, zones: ZONES.slice(1) })).toEqual([
      expect.stringContaining(
        'it is in no wave of the inventory. Put it back into the inventory. To let it go,',
      ),
    ]);
  });

  test('a zone that is both approved and left out', () =>
    expect(problems({ approvals: [approval('canary', 'ab', { leftOut: leftOut({ a: 'x' }) })] })).toEqual([
      `${zoneA} of canary is both approved for finished and left out. Keep it in zones or in left_out.`,
    ]));

  test('two approvals of a wave for one target', () =>
    expect(problems({ approvals: [approval('canary', 'a'), approval('canary', 'ab')] })).toEqual([
      'canary is approved for finished twice. Keep the approval that was reviewed last.',
    ]));
});

describe('settings that are wrong are refused:', () => {
  test.each([
    [{ zones: [] }, '[waf] The rollout has no zones: no stack would be synthesized.'],
    [
      { stopAfterFailures: 0 },
      '[waf] stopAfterFailures is 0: the number of zones is a whole number from 1 on.',
    ],
    [
      { stopAfterFailures: 1.5 },
      '[waf] stopAfterFailures is 1.5: the number of zones is a whole number from 1 on.',
    ],
    [{ recordIn: 'null' as never }, '[waf] recordIn is "null": write "terraform_data" or "null_resource".'],
  ] as readonly (readonly [RolloutOptions, string])[])('%j', (options, message) =>
    expect(() => rolloutOf(options)).toThrow(message),
  );
});

describe('a zone has one migration, also with', () => {
  const twice = (path: string): string => `is declared by waf/waf-canary/a.example/migration and by ${path}`;

  test('a rollout and a fleet', () => {
    const app = Testing.app();
    const rollout = rolloutOf({ app, approvals: APPROVED });
    new ZoneFleet(app, 'fleet', {
      zones: ZoneInventory.of([zone('a')]),
      stacks: FleetStacks.perZone(),
      backend: (stack, key) => new HttpBackend(stack, { address: `https://state.example/${key}` }),
      settings: { defaults: {} },
      zone: (scope, { id }) =>
        new ManagedRulesMigration(scope, 'migration', { zoneId: id, targetState: 'validation' }),
    });
    expect(validationErrors(stackOf(rollout, 'canary'))).toEqual([
      expect.stringContaining(twice('fleet/fleet-a.example/a.example/migration')),
    ]);
  });
});
