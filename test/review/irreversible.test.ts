import { readPlan } from '../../cli/review/read-plan';
import { reviewPlans } from '../../cli/review/review-plans';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { inputOf, recordedPlan } from './recorded-plans';

const APPLIED = Object.keys(PLAN_SCENARIOS).filter((name) => recordedPlan(name).applyRequests !== null);

describe('a review has every irreversible change that the service was asked for in the apply, and no other', () => {
  test('some of the recorded plans have such changes', () => {
    expect(APPLIED.filter((name) => recordedPlan(name).finished.length > 0).sort()).toEqual([
      'migrations',
      'not-waiting',
    ]);
  });

  test.each(
    APPLIED.filter((name) => readPlan(JSON.stringify(recordedPlan(name).shown)).problem === undefined),
  )('%s', (name) => {
    const { shown, finished } = recordedPlan(name);
    const { rows } = reviewPlans([inputOf(shown, name)], []);
    const irreversible = rows.filter(({ rank }) => rank === 'finishes');
    expect(irreversible.map(({ zone }) => zone?.id).sort()).toEqual(finished);
  });
});
