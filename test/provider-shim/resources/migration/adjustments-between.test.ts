import * as fc from 'fast-check';
import { adjusted, adjustmentsBetween } from '../../../../provider-shim/resources/migration/adjustments';
import { adjustments, entryPoint, executing, RULES, RULESETS } from './rules-of-service';

const [SET = '', OTHER = ''] = RULESETS;
const [ONE = '', TWO = '', THREE = ''] = RULES;

const withRules = (...rules: readonly object[]): ReturnType<typeof executing> =>
  executing(SET, { overrides: { rules } });

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
