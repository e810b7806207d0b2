import { SENSITIVITIES, equivalentRules, type PreviousSettings } from './equivalent-rules';
import { LOSSES, migratingZone, zoneIdOf, zoneText } from './migrating-zones';
import {
  attributesOf,
  expectHeld,
  finished,
  migrations,
  printed,
  refusal,
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

/** Zones by name, one of each sensitivity. */
const zonesOf = (prefix: string): readonly (readonly [string, PreviousSettings])[] =>
  SENSITIVITIES.map((sensitivity) => [`${prefix}-${sensitivity}`, SETTINGS[sensitivity]]);

/** Enterprise zones that validate first, and zones that finish in one step, Enterprise zones among them. */
const VALIDATING = zonesOf('validating');
const PLANS = ['professional', 'business', 'enterprise'] as const;
const ONE_STEP = PLANS.flatMap(zonesOf);

const FINISHED = Object.fromEntries(ONE_STEP.map(([name]) => [name, finished(name)]));
const LOST = LOSSES.map((loss) => expect.objectContaining(loss) as object);
const ENDED = { migration_state: 'finished', old_waf_status: 'disabled', new_waf_status: 'enabled' };

useMigratingZones({
  fresh: false,
  zones: [
    ...VALIDATING.map(([name, settings]) => migratingZone(name, settings)),
    ...PLANS.flatMap((plan) =>
      zonesOf(plan).map(([name, settings]) => migratingZone(name, { plan, ...settings })),
    ),
  ],
});

describe('start → validation, and start → finished in one step', () => {
  let planned: string;
  beforeAll(async () => {
    migrations({
      ...Object.fromEntries(VALIDATING.map(([name]) => [name, validated()])),
      ...FINISHED,
    });
    const { exitCode, ...said } = await workspace.plan();
    planned = printed(said);
    expect([exitCode, writes()]).toEqual([2, []]);
    await settle();
  });

  test('a plan alone changes nothing, and says for each zone what cannot be undone', () => {
    for (const [name] of ONE_STEP)
      expect(planned).toContain(
        `IRREVERSIBLE: this plan finishes the migration of zone ${zoneText(name)}. It cannot be undone.`,
      );
    for (const [name] of VALIDATING)
      expect(planned).toContain(`This plan begins the migration of zone ${zoneText(name)}.`);
    expect(planned.match(/IRREVERSIBLE/g)).toHaveLength(ONE_STEP.length);
  });

  test.each([
    ...VALIDATING.map(([name, settings]) => [name, 'validation', 'validation', settings] as const),
    ...ONE_STEP.map(([name, settings]) => [name, 'finished', 'pending', settings] as const),
  ])('%s is in %s with the rules of the tables, sent once as %s', async (name, state, step, settings) => {
    const expected = equivalentRules(settings);
    expect(stateOf(name)).toBe(state);
    expect(steps(name)).toEqual([stepWith(name, step, expected)]);
    expectHeld(name, expected);
    const { rules, ...attributes } = await attributesOf(name);
    expect(attributes).toMatchObject({
      ...(state === 'finished' ? ENDED : { ...ENDED, migration_state: state, old_waf_status: 'enabled' }),
      ...{ zone_id: zoneIdOf(name), not_carried_over: LOST, deleted_uri_overrides: [] },
      acknowledge_irreversible: state === 'finished' ? zoneIdOf(name) : null,
    });
    expect(shownRules(rules)).toEqual(expected);
  });

  test('no other request wrote anything', () => {
    expect(writes()).toHaveLength(VALIDATING.length + ONE_STEP.length);
  });
});

describe('validation → finished', () => {
  const finishing = Object.fromEntries(VALIDATING.map(([name]) => [name, finished(name)]));

  test('is refused at plan without the acknowledgement, and nothing is sent', async () => {
    const before = writes().length;
    const unacknowledged = VALIDATING.map(([name]) => [name, { target_state: 'finished' }] as const);
    migrations({ ...FINISHED, ...Object.fromEntries(unacknowledged) });
    const refused = await refusal(workspace.apply());
    for (const [name] of VALIDATING)
      expect(refused).toContain(`To finish, set acknowledge_irreversible = "${zoneIdOf(name)}"`);
    expect(writes()).toHaveLength(before);
  });

  test('saves the same rules once more', async () => {
    migrations({ ...FINISHED, ...finishing });
    await settle();
    for (const [name, settings] of VALIDATING) {
      const rules = equivalentRules(settings);
      expect(stateOf(name)).toBe('finished');
      expect(steps(name)).toEqual([stepWith(name, 'validation', rules), stepWith(name, 'pending', rules)]);
      expectHeld(name, rules);
      expect(await attributesOf(name)).toMatchObject(ENDED);
    }
  });
});
