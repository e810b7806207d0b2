import * as fc from 'fast-check';
import {
  adjusted,
  adjustmentsBetween,
  displacedBy,
  executes,
  inOrderOf,
  withInForce,
  withoutAdjustments,
  type Adjustments,
} from '../../../../provider-shim/resources/migration/adjustments';
import { adjustments, entryPoint, EXCEPTION, executing, RULES, RULESETS } from './rules-of-service';

const [SET = '', OTHER = ''] = RULESETS;
const [ONE = '', TWO = '', THREE = ''] = RULES;

const change = (rules: Adjustments[string]['rules'], set = SET): Adjustments => ({ [set]: { rules } });
const withRules = (...rules: readonly object[]): ReturnType<typeof executing> =>
  executing(SET, { overrides: { rules } });

describe('adjustments become overrides of the rules that execute the managed ruleset:', () => {
  test.each<readonly [string, readonly object[], Adjustments, readonly object[]]>([
    ['none', [executing(SET)], {}, [executing(SET)]],
    [
      'where there was no override',
      [executing(SET)],
      change({ [ONE]: { action: 'log', enabled: null } }),
      [withRules({ id: ONE, action: 'log' })],
    ],
    [
      'several, in the order of their ids',
      [executing(SET)],
      change({ [TWO]: { action: null, enabled: false }, [ONE]: { action: 'block', enabled: true } }),
      [withRules({ id: ONE, action: 'block', enabled: true }, { id: TWO, enabled: false })],
    ],
    [
      'instead of an existing override, whose other members are kept',
      [withRules({ id: TWO, enabled: true }, { id: ONE, action: 'block', score_threshold: 40 })],
      change({ [ONE]: { action: 'log', enabled: null } }),
      [withRules({ id: TWO, enabled: true }, { id: ONE, action: 'log', score_threshold: 40 })],
    ],
    [
      'of this ruleset alone',
      [EXCEPTION, executing(OTHER), executing(SET)],
      change({ [ONE]: { action: 'log', enabled: null } }),
      [EXCEPTION, executing(OTHER), withRules({ id: ONE, action: 'log' })],
    ],
    [
      'without a place, when nothing executes it',
      [EXCEPTION, executing(OTHER)],
      change({ [ONE]: { action: 'log', enabled: null } }),
      [EXCEPTION, executing(OTHER)],
    ],
  ])('%s', (_case, rules, adjustmentsMade, expected) => {
    expect(adjusted(rules as Parameters<typeof adjusted>[0], adjustmentsMade)).toEqual(expected);
  });

  test('with the same result when applied twice', () => {
    fc.assert(
      fc.property(entryPoint, adjustments, (rules, made) => {
        const once = adjusted(rules, made);
        expect(adjusted(once, made)).toEqual(once);
      }),
    );
  });
});

describe('removing adjustments restores the displaced overrides', () => {
  test('so that the rules are as they were', () => {
    fc.assert(
      fc.property(entryPoint, adjustments, (rules, made) => {
        const back = withoutAdjustments(adjusted(rules, made), made, displacedBy(rules, made, true));
        expect(back).toEqual(rules);
      }),
    );
  });

  test('so that changed adjustments have the same result as new ones', () => {
    fc.assert(
      fc.property(entryPoint, adjustments, adjustments, (rules, first, then) => {
        const saved = adjusted(rules, first);
        const base = withoutAdjustments(saved, first, displacedBy(rules, first, true));
        expect(adjusted(base, then)).toEqual(adjusted(rules, then));
        expect(displacedBy(base, then, false)).toEqual(displacedBy(rules, then, false));
      }),
    );
  });

  test('and removes the override when the displaced one is unknown', () => {
    const made = change({ [ONE]: { action: 'log', enabled: null } });
    expect(
      withoutAdjustments([withRules({ id: ONE, action: 'log' }, { id: TWO, enabled: true })], made, {}),
    ).toEqual([withRules({ id: TWO, enabled: true })]);
    expect(withoutAdjustments([withRules({ id: ONE, action: 'log' })], made, {})).toEqual([executing(SET)]);
  });

  test('even when somebody has changed the override since; their other changes stay', () => {
    const made = change({ [ONE]: { action: 'log', enabled: null } });
    const theirs = [withRules({ id: ONE, action: 'block' }, { id: THREE, enabled: false })];
    const displaced = { [SET]: { [ONE]: { id: ONE, enabled: false } } };
    expect(withoutAdjustments(theirs, made, displaced)).toEqual([
      withRules({ id: ONE, enabled: false }, { id: THREE, enabled: false }),
    ]);
  });

  test('and what else the override has stays', () => {
    const made = change({ [ONE]: { action: 'log', enabled: null } });
    const theirs = [withRules({ id: ONE, action: 'log', score_threshold: 60, x_future: [null] })];
    const rest = { id: ONE, score_threshold: 60, x_future: [null] };
    expect(withoutAdjustments(theirs, made, {})).toEqual([withRules(rest)]);
    expect(withoutAdjustments(theirs, made, { [SET]: { [ONE]: { id: ONE, action: 'block' } } })).toEqual([
      withRules({ ...rest, action: 'block' }),
    ]);
  });
});

describe('adjustments of an apply that was killed', () => {
  const NONE = { adjustments: {}, displaced: {} };

  test('count as made where the rules have them: without them the rules are as they were before', () => {
    fc.assert(
      fc.property(entryPoint, adjustments, adjustments, (rules, first, then) => {
        const before = { adjustments: first, displaced: displacedBy(rules, first, true) };
        const base = withoutAdjustments(adjusted(rules, first), first, before.displaced);
        const killed = { adjustments: then, displaced: displacedBy(base, then, false, before.displaced) };
        const saved = adjusted(base, then);
        const known = withInForce(before, killed, saved);
        expect(inOrderOf(base, withoutAdjustments(saved, known.adjustments, known.displaced))).toEqual(
          inOrderOf(base, withoutAdjustments(saved, then, killed.displaced)),
        );
      }),
    );
  });

  test.each<readonly [string, readonly object[]]>([
    ['has none', []],
    ['has another action', [{ id: ONE, action: 'block' }]],
    ['has more than was saved', [{ id: ONE, action: 'log', score_threshold: 60 }]],
    ['has less than was saved', [{ id: ONE }]],
  ])('count for nothing where the override %s', (_case, there) => {
    const made = change({ [ONE]: { action: 'log', enabled: null } });
    const rules = there.length === 0 ? [executing(SET)] : [withRules(...there)];
    expect(withInForce(NONE, { adjustments: made, displaced: {} }, rules)).toEqual(NONE);
  });

  test('count as made where the override keeps what it said before', () => {
    const made = change({ [ONE]: { action: 'log', enabled: null } });
    const displaced = { [SET]: { [ONE]: { id: ONE, action: 'block', score_threshold: 60 } } };
    const rules = [withRules({ id: ONE, action: 'log', score_threshold: 60 })];
    expect(withInForce(NONE, { adjustments: made, displaced }, rules)).toEqual({
      adjustments: made,
      displaced,
    });
  });

  test('come after those of the state', () => {
    const rules = [withRules({ id: ONE, action: 'log' }, { id: TWO, enabled: false })];
    const ofState = {
      adjustments: change({ [ONE]: { action: 'block', enabled: null } }),
      displaced: { [SET]: { [ONE]: null } },
    };
    const killed = {
      adjustments: change({
        [ONE]: { action: 'log', enabled: null },
        [TWO]: { action: null, enabled: false },
      }),
      displaced: { [SET]: { [ONE]: { id: ONE, action: 'block' }, [TWO]: { id: TWO, enabled: true } } },
    };
    expect(withInForce(ofState, killed, rules)).toEqual({
      adjustments: change({
        [ONE]: { action: 'block', enabled: null },
        [TWO]: { action: null, enabled: false },
      }),
      displaced: { [SET]: { [ONE]: null, [TWO]: { id: TWO, enabled: true } } },
    });
  });
});

test('the order of overrides is the saved one, whatever adjustments the state has: an update whose answer was lost is not a change', () => {
  fc.assert(
    fc.property(entryPoint, adjustments, adjustments, (rules, stale, now) => {
      const saved = adjusted(rules, now);
      const base = withoutAdjustments(saved, stale, displacedBy(rules, stale, true));
      const again = inOrderOf(saved, adjusted(base, now));
      expect(inOrderOf(saved, again)).toEqual(again);
    }),
  );
  const made = change({ [ONE]: { action: 'log', enabled: null }, [TWO]: { action: 'log', enabled: null } });
  const stale = change({ [ONE]: { action: 'block', enabled: null } });
  const saved = adjusted([executing(SET)], made);
  const wanted = adjusted(withoutAdjustments(saved, stale, {}), made);
  expect(wanted).toEqual([withRules({ id: TWO, action: 'log' }, { id: ONE, action: 'log' })]);
  expect(inOrderOf(saved, wanted)).toEqual(saved);
});

describe('overrides displaced by adjustments', () => {
  const made = change({
    [ONE]: { action: 'log', enabled: null },
    [TWO]: { action: null, enabled: false },
    [THREE]: { action: 'log', enabled: true },
  });
  const rules = [
    EXCEPTION,
    withRules(
      { id: ONE, action: 'log' },
      { id: TWO, enabled: false, score_threshold: 40 },
      { id: THREE, action: 'log', enabled: false },
    ),
  ];

  test('in generated rules are all overrides of the same rule', () => {
    expect(displacedBy(rules, made, true)).toEqual({
      [SET]: {
        [ONE]: { id: ONE, action: 'log' },
        [TWO]: { id: TWO, enabled: false, score_threshold: 40 },
        [THREE]: { id: THREE, action: 'log', enabled: false },
      },
    });
  });

  test('in saved rules stay known for earlier adjustments', () => {
    fc.assert(
      fc.property(entryPoint, adjustments, (rules, made) => {
        const displaced = displacedBy(rules, made, true);
        const base = withoutAdjustments(adjusted(rules, made), made, displaced);
        expect(displacedBy(base, made, false, displaced)).toEqual(displaced);
      }),
    );
  });
});

test.each<readonly [string, Parameters<typeof executes>[0], string | undefined]>([
  ['a managed ruleset', executing(SET), SET],
  ['nothing, as an exception', EXCEPTION, undefined],
])('a rule executes %s', (_case, rule, expected) => {
  expect(executes(rule)).toBe(expected);
});

test.each([[null], ['x'], [[]], [{ rules: null }], [{ rules: {} }], [{ rules: [null, 'x', []] }]])(
  'overrides of another form, %j, count as none',
  (overrides) => {
    const rules = [executing(SET, { overrides })];
    const made = change({ [ONE]: { action: 'log', enabled: null } });
    expect(displacedBy(rules, made, true)).toEqual({ [SET]: { [ONE]: null } });
    expect(adjustmentsBetween(rules, rules)).toEqual({});
    expect(adjusted(rules, made)).toEqual([withRules({ id: ONE, action: 'log' })]);
  },
);
