import * as fc from 'fast-check';
import {
  adjusted,
  adjustmentsBetween,
  executes,
  notInForce,
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

describe('adjustments that rules do not have', () => {
  test('are none of those that were saved, whatever was there before', () => {
    fc.assert(
      fc.property(entryPoint, adjustments, (rules, made) => {
        const executed = rules.map(executes);
        const placed = Object.fromEntries(Object.entries(made).filter(([id]) => executed.includes(id)));
        expect(notInForce(adjusted(rules, made), placed)).toEqual({});
      }),
    );
  });

  test.each<readonly [string, Parameters<typeof notInForce>[0]]>([
    ['no override', [executing(SET)]],
    ['no override of this rule', [withRules({ id: TWO, action: 'log', enabled: false })]],
    ['another action', [withRules({ id: ONE, action: 'block', enabled: false })]],
    ['less of it', [withRules({ id: ONE, action: 'log' })]],
    ['another managed ruleset', [EXCEPTION, executing(OTHER)]],
    ['it in one of two places', [withRules({ id: ONE, action: 'log', enabled: false }), executing(SET)]],
  ])('are those of which the rules have %s', (_case, rules) => {
    const made = change({ [ONE]: { action: 'log', enabled: false } });
    expect(notInForce(rules, made)).toEqual(made);
  });

  test('do not count what else an override has', () => {
    const rules = [withRules({ score_threshold: 60, action: 'log', id: ONE, enabled: true })];
    const [log, block] = ['log', 'block'].map((action) => change({ [ONE]: { action, enabled: null } }));
    expect([log, block].map((made) => notInForce(rules, made ?? {}))).toEqual([{}, block]);
  });
});

describe('the adjustments between two lists of rules', () => {
  test('turn the first into the second, for actions and enabled', () => {
    fc.assert(
      fc.property(entryPoint, adjustments, (rules, made) => {
        const saved = adjusted(rules, made);
        expect(adjusted(rules, adjustmentsBetween(rules, saved))).toEqual(saved);
      }),
    );
  });

  test('are none between the same', () => {
    fc.assert(
      fc.property(entryPoint, (rules) => {
        expect(adjustmentsBetween(rules, rules)).toEqual({});
      }),
    );
  });

  test('have only what differs', () => {
    const from = [withRules({ id: ONE, action: 'block', enabled: true }, { id: TWO, score_threshold: 25 })];
    const to = [
      withRules(
        { id: ONE, action: 'log', enabled: true },
        { id: TWO, score_threshold: 60 },
        { id: THREE, enabled: false },
      ),
      executing(OTHER, { overrides: { rules: [{ id: ONE, action: 'log' }] } }),
    ];
    expect(adjustmentsBetween(from, to)).toEqual({
      [SET]: {
        rules: { [ONE]: { action: 'log', enabled: null }, [THREE]: { action: null, enabled: false } },
      },
      [OTHER]: { rules: { [ONE]: { action: 'log', enabled: null } } },
    });
  });
});

test.each([[null], ['x'], [[]], [{ rules: null }], [{ rules: {} }], [{ rules: [null, 'x', []] }]])(
  'overrides of another form, %j, count as none',
  (overrides) => {
    const rules = [executing(SET, { overrides })];
    const made = change({ [ONE]: { action: 'log', enabled: null } });
    expect(adjustmentsBetween(rules, rules)).toEqual({});
    expect(adjusted(rules, made)).toEqual([withRules({ id: ONE, action: 'log' })]);
  },
);
