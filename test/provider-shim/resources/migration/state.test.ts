import { unknown } from '../../../../schema';
import { stateAfter, type Plan, type Transition } from '../../../../provider-shim/resources/migration/state';

const TRANSITION = { shown: [], reached: 'finished' } as unknown as Transition;
const STATUS = {
  state: 'finished',
  word: 'complete',
  oldStatus: 'disabled',
  newStatus: 'enabled',
  source: null,
  created: null,
} as const;

describe('the state of a migration after apply', () => {
  test('has the values of the service for what was unknown in the plan', () => {
    const plan = { zone_id: 'z', old_waf_status: unknown, new_waf_status: unknown } as unknown as Plan;
    expect(stateAfter(plan, TRANSITION, STATUS)).toEqual({
      zone_id: 'z',
      migration_state: 'finished',
      old_waf_status: 'disabled',
      new_waf_status: 'enabled',
      irreversible: true,
      rules: [],
    });
  });

  test('has the planned values, whatever has changed since: the next refresh shows that', () => {
    const plan = { old_waf_status: 'enabled', new_waf_status: null } as unknown as Plan;
    expect(stateAfter(plan, TRANSITION, STATUS)).toMatchObject({
      old_waf_status: 'enabled',
      new_waf_status: null,
    });
  });
});
