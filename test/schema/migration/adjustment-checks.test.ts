import { adjustmentKeys, OVERRIDE_ACTIONS, unknown } from '../../../schema';

const SET = 'a'.repeat(32);
const RULE = 'b'.repeat(32);
const OFF = { action: null, enabled: false };

describe('adjustments have ids as keys, and each sets something:', () => {
  test.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ['none', {}],
    ['of a ruleset without rules', { [SET]: { rules: {} } }],
    ['of a ruleset that is not known', { [SET]: unknown }],
    ['of rules that are not known', { [SET]: { rules: unknown } }],
    ['of a rule that is not known', { [SET]: { rules: { [RULE]: unknown } } }],
    ['with a switch', { [SET]: { rules: { [RULE]: OFF } } }],
    ['with a switch that is not known', { [SET]: { rules: { [RULE]: { action: null, enabled: unknown } } } }],
    ['with an action', { [SET]: { rules: { [RULE]: { action: 'log' } } } }],
    ['of nothing that is there', { [SET]: null }],
  ])('%s', (_case, adjustments) => {
    expect(adjustmentKeys(adjustments)).toEqual([]);
  });
});

const HINT =
  'The keys of adjustments are the id of a managed ruleset and the id of a rule in it: 32 lower-case hexadecimal digits each.';

test.each(['', 'managed', 'A'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), `${SET}\n`, 'g'.repeat(32), '*'])(
  'the id %j is refused for a ruleset and for a rule in adjustments',
  (id) => {
    expect(adjustmentKeys({ [id]: { rules: { [RULE]: OFF } }, [SET]: { rules: { [id]: OFF } } })).toEqual([
      {
        code: 'adjustment_id_malformed',
        path: [id],
        message: `${JSON.stringify(id)} is not the id of a managed ruleset.`,
        hint: HINT,
      },
      {
        code: 'adjustment_id_malformed',
        path: [SET, 'rules', id],
        message: `${JSON.stringify(id)} is not the id of a rule.`,
        hint: HINT,
      },
    ]);
  },
);

test.each([[{}], [{ action: null, enabled: null }], [{ action: undefined }]])(
  'the adjustment %j, which sets nothing, is refused',
  (adjustment) => {
    expect(adjustmentKeys({ [SET]: { rules: { [RULE]: adjustment } } })).toEqual([
      {
        code: 'adjustment_empty',
        path: [SET, 'rules', RULE],
        message: `The adjustment of rule ${RULE} sets neither action nor enabled.`,
        hint: 'Set action = "log" or another action, enabled = false, or both; or remove the adjustment.',
      },
    ]);
  },
);

test('adjustments accept the actions of an override', () => {
  expect(OVERRIDE_ACTIONS).toEqual(['block', 'challenge', 'js_challenge', 'managed_challenge', 'log']);
});
