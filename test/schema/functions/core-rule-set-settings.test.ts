import { CORE_SENSITIVITIES, coreRuleSetSettingsFunction } from '../../../schema';

test('the function names every sensitivity that its parameter takes, and no other', () => {
  const [{ description, checks }] = coreRuleSetSettingsFunction.parameters;
  const named = [...description.matchAll(/"(\w+)"/g)].map(([, word]) => String(word));
  expect([...named].sort()).toEqual([...CORE_SENSITIVITIES].sort());
  expect(named.flatMap((word) => checks.flatMap((check) => check(word)))).toEqual([]);
});
