import { PLAN_SCENARIOS } from '../review/plan-scenarios';
import { recordPlan } from '../review/record-plan';
import { recordedPlan } from '../review/recorded-plans';
import { testOnlyOn } from '../support/engine';

describe('the recorded plans are what the engine and the provider write today', () => {
  for (const [name, scenario] of Object.entries(PLAN_SCENARIOS)) {
    testOnlyOn('terraform', 'its JSON has other members', name, async () =>
      expect(await recordPlan(scenario)).toEqual(recordedPlan(name)),
    );
  }
});
