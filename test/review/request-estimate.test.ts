import { planInput, recordedPlan } from './recorded-plans';
import { reviewPlans } from '../../cli/review/review-plans';

describe('the estimate of a plan is what its apply sent to the emulator', () => {
  test.each([
    'every-change',
    'migrations',
    'migration-edits',
    'managed-rules',
    'interrupted',
    'not-waiting',
    'skipped',
    'destroy',
  ])('%s', (name) => {
    const { summary } = reviewPlans([planInput(name)], []);
    expect(summary.requests.apply).toBe(recordedPlan(name).applyRequests?.length);
  });

  test('it is the most that apply may send where a zone is not known yet', () => {
    const { summary } = reviewPlans([planInput('unknown-zone')], []);
    expect(summary.requests.apply).toBeGreaterThanOrEqual(
      recordedPlan('unknown-zone').applyRequests?.length ?? NaN,
    );
    expect(summary.requests.apply).toBeLessThanOrEqual(5);
  });
});

test('minutes are those of the limit: 240 requests a minute, rounded up', () => {
  const stacks = (count: number): ReturnType<typeof reviewPlans> =>
    reviewPlans(
      Array.from({ length: count }, (_each, index) => planInput('migrations', `stack-${index}`)),
      [],
    );
  // 65 requests each.
  expect(stacks(3).summary.requests).toMatchObject({ apply: 195, minutes: 1, waits: 6, not_counted: 0 });
  expect(stacks(100).summary.requests).toMatchObject({ apply: 6500, minutes: 28, waits: 200 });
});
