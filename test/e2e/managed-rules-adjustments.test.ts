import {
  CORE,
  MANAGED,
  SCORE_RULE,
  SUCCESSOR,
  coreOverrides,
  equivalentRules,
  managedOverrides,
} from './equivalent-rules';
import { migratingZone } from './migrating-zones';
import {
  attributesOf,
  expectHeld,
  finished,
  held,
  migrations,
  settle,
  shownRules,
  stateOf,
  stepWith,
  steps,
  useMigratingZones,
  validated,
  writes,
} from './migration-workspace';

/** Adjusted from the beginning, and while validating; a zone that has no validation; and one that others finished. */
const [EARLY, LATE, DIRECT, THEIRS] = ['early', 'late', 'direct', 'theirs'] as const;

/** One rule that has no override, one whose generated override has an action, and one with a score threshold. */
const FIRST = {
  [MANAGED]: {
    rules: { [SUCCESSOR['100043']]: { action: 'log' }, [SUCCESSOR['100030']]: { enabled: false } },
  },
  [CORE]: { rules: { [SCORE_RULE]: { action: 'log' } } },
};
const SECOND = {
  [MANAGED]: {
    rules: {
      [SUCCESSOR['100015']]: { action: 'managed_challenge' },
      [SUCCESSOR['100016']]: { enabled: true },
    },
  },
};

const GENERATED = equivalentRules();
const [A15, A16, A30, A44] = managedOverrides();
const [SCORE] = coreOverrides();
if (!A15 || !A16 || !A30 || !A44 || !SCORE) throw new Error('the table has other overrides');

const WITH_FIRST = equivalentRules(
  {},
  {
    managed: [A15, A16, { ...A30, enabled: false }, A44, { id: SUCCESSOR['100043'], action: 'log' }],
    core: [{ ...SCORE, action: 'log' }],
  },
);
const WITH_SECOND = equivalentRules(
  {},
  { managed: [{ ...A15, action: 'managed_challenge' }, { ...A16, enabled: true }, A30, A44] },
);

useMigratingZones({
  fresh: false,
  zones: [
    migratingZone(EARLY),
    migratingZone(LATE),
    migratingZone(DIRECT, { plan: 'business' }),
    migratingZone(THEIRS, { state: 'finished' }),
  ],
});

/** An update that is no step of the migration; every rule keeps its identity. */
async function expectPlainUpdate(name: string, apply: () => Promise<void>): Promise<void> {
  const before = held(name).map(({ id, ref }) => ({ id, ref }));
  const count = steps(name).length;
  await apply();
  expect(steps(name).slice(count)).toEqual([
    {
      ...{ zoneId: steps(name)[0]?.zoneId, step: null, phaseTwo: null, status: 200 },
      body: { name: 'default', rules: before.map((rule) => expect.objectContaining(rule) as object) },
    },
  ]);
  expect(held(name).map(({ id, ref }) => ({ id, ref }))).toEqual(before);
}

async function expectShown(name: string, rules: readonly object[]): Promise<void> {
  expect(shownRules((await attributesOf(name))['rules'])).toEqual(rules);
}

test('the first step saves the rules with the initial adjustments', async () => {
  migrations({
    [EARLY]: validated({ adjustments: FIRST }),
    [LATE]: validated(),
    [DIRECT]: finished(DIRECT, { adjustments: FIRST }),
    [THEIRS]: finished(THEIRS),
  });
  await settle();
  expect(steps(THEIRS)).toEqual([]);
  expect(steps(EARLY)).toEqual([stepWith(EARLY, 'validation', WITH_FIRST)]);
  expect(steps(DIRECT)).toEqual([stepWith(DIRECT, 'pending', WITH_FIRST)]);
  expectHeld(EARLY, WITH_FIRST);
  expectHeld(DIRECT, WITH_FIRST);
  await expectShown(EARLY, WITH_FIRST);
});

test('changed adjustments are saved with another validation step, or after the end by a plain update', async () => {
  migrations({
    [EARLY]: validated({ adjustments: SECOND }),
    [LATE]: validated({ adjustments: FIRST }),
    [DIRECT]: finished(DIRECT, { adjustments: SECOND }),
    [THEIRS]: finished(THEIRS, { adjustments: FIRST }),
  });
  await expectPlainUpdate(THEIRS, () => expectPlainUpdate(DIRECT, settle));
  expect(steps(EARLY)[1]).toEqual(stepWith(EARLY, 'validation', WITH_SECOND));
  expect(steps(LATE)).toEqual([
    stepWith(LATE, 'validation', GENERATED),
    stepWith(LATE, 'validation', WITH_FIRST),
  ]);
  expect([EARLY, LATE, DIRECT].map(stateOf)).toEqual(['validation', 'validation', 'finished']);
  expectHeld(EARLY, WITH_SECOND);
  expectHeld(LATE, WITH_FIRST);
  expectHeld(DIRECT, WITH_SECOND);
  expectHeld(THEIRS, WITH_FIRST);
  await expectShown(DIRECT, WITH_SECOND);
});

test('adjustments write nothing except these updates', () => {
  expect(writes()).toHaveLength(steps().length);
  expect(steps()).toHaveLength(7);
});
