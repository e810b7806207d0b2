import { CORE_SENSITIVITIES, coreRuleSetSettingsFunction } from '../../../schema';

test('core_rule_set_settings documents exactly the sensitivities that it accepts', () => {
  const [{ description, checks }] = coreRuleSetSettingsFunction.parameters;
  const named = [...description.matchAll(/"(\w+)"/g)].map(([, word]) => String(word));
  expect([...named].sort()).toEqual([...CORE_SENSITIVITIES].sort());
  expect(named.flatMap((word) => checks.flatMap((check) => check(word)))).toEqual([]);
});
