import { SENSITIVITIES, equivalentRules, type PreviousSettings } from './equivalent-rules';
import { LOSSES, migratingZone, zoneIdOf, zoneText, type MigratingZone } from './migrating-zones';
import {
  attributesOf,
  expectHeld,
  finished,
  migrations,
  printed,
  settle,
  shownRules,
  stateOf,
  stepWith,
  steps,
  useMigratingZones,
  validated,
  workspace,
  writes,
} from './migration-workspace';

/** docs/internals/service.md 7.1, every row of the transition table, each with every sensitivity and action. */
const SETTINGS: Readonly<Record<(typeof SENSITIVITIES)[number], PreviousSettings>> = {
  high: { sensitivity: 'high', actionMode: 'simulate' },
  medium: { sensitivity: 'medium', actionMode: 'block', contentManagement: 'off' },
  low: { sensitivity: 'low', actionMode: 'challenge' },
  default: { sensitivity: 'default', actionMode: 'simulate', contentManagement: 'off' },
};

type Plan = NonNullable<MigratingZone['plan']>;

/** Zones by name. */
type Zones = readonly (readonly [string, PreviousSettings])[];

const zonesOf = (prefix: string): Zones =>
  SENSITIVITIES.map((sensitivity) => [`${prefix}-${sensitivity}`, SETTINGS[sensitivity]]);

/** Enterprise zones that validate first. */
const VALIDATING = zonesOf('validating');

/** Zones that finish in one step, an Enterprise zone among them that leaves validation out. */
const ONE_STEP: readonly (readonly [Plan, Zones])[] = (
  ['professional', 'business', 'enterprise'] as const
).map((plan) => [plan, zonesOf(plan)]);

const ONE_STEP_ZONES = ONE_STEP.flatMap(([, zones]) => zones);

const BLOCKS_OF_ONE_STEP = Object.fromEntries(ONE_STEP_ZONES.map(([name]) => [name, finished(name)]));

useMigratingZones({
  fresh: false,
  zones: [
    ...VALIDATING.map(([name, settings]) => migratingZone(name, settings)),
    ...ONE_STEP.flatMap(([plan, zones]) =>
      zones.map(([name, settings]) => migratingZone(name, { plan, ...settings })),
    ),
  ],
});

describe('start → validation, and start → finished in one step', () => {
  let planned: string;
  beforeAll(async () => {
    migrations({
      ...Object.fromEntries(VALIDATING.map(([name]) => [name, validated()])),
      ...BLOCKS_OF_ONE_STEP,
    });
    const plan = await workspace.plan();
    planned = printed(plan);
    expect(plan.exitCode).toBe(2);
    expect(writes()).toEqual([]);
    await settle();
  });

  test('a plan alone changes nothing, and says for each zone what cannot be undone', () => {
    for (const [name] of ONE_STEP_ZONES)
      expect(planned).toContain(
        `IRREVERSIBLE: this plan finishes the migration of zone ${zoneText(name)}. It cannot be undone.`,
      );
    for (const [name] of VALIDATING)
      expect(planned).toContain(`This plan begins the migration of zone ${zoneText(name)}.`);
    expect(planned.match(/IRREVERSIBLE/g)).toHaveLength(ONE_STEP_ZONES.length);
  });

  test.each(VALIDATING)(
    '%s enters validation with the rules of the tables, sent once',
    async (name, settings) => {
      expect(stateOf(name)).toBe('validation');
      expect(steps(name)).toEqual([stepWith(name, 'validation', equivalentRules(settings))]);
      expectHeld(name, equivalentRules(settings));
      const { rules, ...attributes } = await attributesOf(name);
      expect(attributes).toMatchObject({
        zone_id: zoneIdOf(name),
        migration_state: 'validation',
        old_waf_status: 'enabled',
        new_waf_status: 'enabled',
        acknowledge_irreversible: null,
        not_carried_over: LOSSES.map((loss) => expect.objectContaining(loss) as object),
        deleted_uri_overrides: [],
      });
      expect(shownRules(rules)).toEqual(equivalentRules(settings));
    },
  );

  test.each(ONE_STEP_ZONES)(
    '%s finishes with the rules of the tables, sent once as pending',
    async (name, settings) => {
      expect(stateOf(name)).toBe('finished');
      expect(steps(name)).toEqual([stepWith(name, 'pending', equivalentRules(settings))]);
      expectHeld(name, equivalentRules(settings));
      const { rules, ...attributes } = await attributesOf(name);
      expect(attributes).toMatchObject({
        migration_state: 'finished',
        old_waf_status: 'disabled',
        new_waf_status: 'enabled',
        not_carried_over: LOSSES.map((loss) => expect.objectContaining(loss) as object),
      });
      expect(shownRules(rules)).toEqual(equivalentRules(settings));
    },
  );

  test('no other request wrote anything', () => {
    expect(writes()).toHaveLength(VALIDATING.length + ONE_STEP_ZONES.length);
  });
});

describe('validation → finished', () => {
  const finishing = Object.fromEntries(VALIDATING.map(([name]) => [name, finished(name)]));

  test('is refused at plan without the acknowledgement, and nothing is sent', async () => {
    const before = writes().length;
    const unacknowledged = VALIDATING.map(([name]) => [name, { target_state: 'finished' }] as const);
    migrations({ ...BLOCKS_OF_ONE_STEP, ...Object.fromEntries(unacknowledged) });
    const applied = await workspace.apply();
    expect(applied.exitCode).toBe(1);
    for (const [name] of VALIDATING)
      expect(printed(applied)).toContain(`To finish, set acknowledge_irreversible = "${zoneIdOf(name)}"`);
    expect(writes()).toHaveLength(before);
  });

  test('saves the same rules once more', async () => {
    migrations({ ...BLOCKS_OF_ONE_STEP, ...finishing });
    await settle();
    for (const [name, settings] of VALIDATING) {
      const rules = equivalentRules(settings);
      expect(stateOf(name)).toBe('finished');
      expect(steps(name)).toEqual([stepWith(name, 'validation', rules), stepWith(name, 'pending', rules)]);
      expectHeld(name, rules);
      expect(await attributesOf(name)).toMatchObject({
        migration_state: 'finished',
        old_waf_status: 'disabled',
        new_waf_status: 'enabled',
      });
    }
  });
});
