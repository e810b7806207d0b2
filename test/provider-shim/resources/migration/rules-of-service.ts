import * as fc from 'fast-check';
import type { Adjustments } from '../../../../provider-shim/resources/migration/adjustments';
import type { ServiceRule } from '../../../../provider-shim/resources/rules/rule';
import { OVERRIDE_ACTIONS } from '../../../../schema';

/** Managed rulesets and rules to choose from: few, so that what is adjusted is often there. */
export const RULESETS = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
export const RULES = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));

const action = fc.constantFrom(...OVERRIDE_ACTIONS);

const override = fc
  .record(
    {
      action,
      enabled: fc.boolean(),
      score_threshold: fc.constantFrom(25, 40, 60),
      sensitivity_level: fc.constantFrom('low', 'high'),
    },
    { requiredKeys: [] },
  )
  .filter((one) => Object.keys(one).length > 0);

/** Overrides as the service has them: none of the lists is empty. */
const overrides = fc
  .record({
    rules: fc
      .uniqueArray(fc.constantFrom(...RULES), { maxLength: 3 })
      .chain((ids) => fc.tuple(...ids.map((id) => override.map((one) => ({ id, ...one }))))),
    others: fc.record(
      {
        categories: fc.constant([{ category: 'paranoia-level-4', enabled: false }]),
        enabled: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ rules, others }) => ({ ...others, ...(rules.length > 0 ? { rules } : {}) }));

/** Rules of an entry point: each managed ruleset is executed once at most, exceptions stand anywhere. */
export const entryPoint: fc.Arbitrary<readonly ServiceRule[]> = fc
  .tuple(fc.shuffledSubarray(RULESETS), fc.array(overrides, { minLength: 3, maxLength: 3 }), fc.boolean())
  .map(([ids, found, exception]) => [
    ...(exception ? [EXCEPTION] : []),
    ...ids.map((id, index) => {
      const given = found[index] ?? {};
      return executing(id, Object.keys(given).length > 0 ? { overrides: given } : {});
    }),
  ]);

/** Adjustments that say something, of rulesets that the rules execute or not. */
export const adjustments: fc.Arbitrary<Adjustments> = fc.dictionary(
  fc.constantFrom(...RULESETS),
  fc.record({
    rules: fc.dictionary(
      fc.constantFrom(...RULES),
      fc
        .record({ action: fc.option(action), enabled: fc.option(fc.boolean()) })
        .filter((one) => one.action !== null || one.enabled !== null),
    ),
  }),
);

/** A rule that executes a managed ruleset. */
export function executing(id: string, parameters: object = {}): ServiceRule {
  return {
    action: 'execute',
    expression: 'true',
    description: '',
    enabled: true,
    action_parameters: { id, ...parameters },
  };
}

/** A rule that skips all that follow. */
export const EXCEPTION: ServiceRule = {
  action: 'skip',
  expression: 'ip.src eq 192.0.2.7',
  description: 'an exception',
  enabled: true,
  action_parameters: { ruleset: 'current' },
};
