import { ruleInWords, savedRule, type SavedRule } from '../../../../provider-shim/resources/migration/rules';
import { EXCEPTION, executing, RULESETS } from './rules-of-service';

const [SET = ''] = RULESETS;
const RULE = savedRule(executing(SET));

const overrides = (rules: number, categories = 0): SavedRule =>
  savedRule(
    executing(SET, {
      overrides: {
        rules: Array.from({ length: rules }, (_, index) => ({ id: String(index), enabled: false })),
        categories: Array.from({ length: categories }, () => ({ category: 'x', enabled: false })),
      },
    }),
  );

test.each<readonly [string, SavedRule, string]>([
  ['a managed ruleset', RULE, `execute ${SET} everywhere`],
  ['one that is off', { ...RULE, enabled: false }, `execute ${SET} everywhere, switched off`],
  ['one override', overrides(1), `execute ${SET} everywhere, with 1 override`],
  ['several', overrides(2, 1), `execute ${SET} everywhere, with 3 overrides`],
  ['an exception', savedRule(EXCEPTION), 'skip where ip.src eq 192.0.2.7'],
  ['one of 60 characters', { ...RULE, expression: 'x'.repeat(60) }, `execute ${SET} where ${'x'.repeat(60)}`],
  ['a longer one', { ...RULE, expression: 'x'.repeat(61) }, `execute ${SET} where ${'x'.repeat(60)}…`],
  ['no parameters', { ...RULE, action: 'skip', action_parameters: null }, 'skip everywhere'],
])('the description of a rule: %s', (_case, rule, words) => {
  expect(ruleInWords(rule)).toBe(words);
});
