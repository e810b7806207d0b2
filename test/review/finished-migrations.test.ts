import { reviewPlans, type PlanInput } from '../../cli/review/review-plans';
import { zoneIdOf } from '../e2e/migrating-zones';
import { driftIn, inputOf, recordedPlan } from './recorded-plans';

const TYPE = 'zone_managed_rules_migration';
const TITLE = 'A migration has finished since the last apply';
const finished = (name: string): object => ({
  ...{ rank: 'ended', title: TITLE, stack: 'finished-since', address: `${TYPE}.${name}`, action: null },
  zone: { id: zoneIdOf(name), name: `${name}.example` },
});
interface Drifted {
  readonly address: string;
  readonly change: { readonly before: object; readonly after: object };
}

/** The recorded plan with only the drift of the zone that nobody changed, with other values of it. */
function planOf(before: object = {}, after: object = {}): PlanInput {
  const { shown } = recordedPlan('finished-since');
  const drift = (shown['resource_drift'] as readonly Drifted[])
    .filter(({ address }) => address === `${TYPE}.has-finished`)
    .map((each) => ({
      ...each,
      change: {
        ...each.change,
        before: { ...each.change.before, ...before },
        after: { ...each.change.after, ...after },
      },
    }));
  return inputOf({ ...shown, resource_drift: drift }, 'finished-since');
}

const review = (input: PlanInput): ReturnType<typeof reviewPlans> => reviewPlans([input], []);

describe('a migration that has finished since the last apply, without a wait', () => {
  test.each<readonly [string, object, object]>([
    ['a zone that others finished', { migration_state: 'validation' }, {}],
    ['a zone that is still finishing', {}, { migration_state: 'finishing' }],
    ['new managed rules that others disabled', {}, { new_waf_status: 'disabled' }],
  ])('%s is drift', (_case, before, after) => {
    expect(driftIn(review(planOf(before, after)))).toMatchObject([{ address: `${TYPE}.has-finished` }]);
  });

  test('is a change of the state in a plan that only records it', () => {
    const { plan, ...rest } = planOf();
    const { resource_changes: _changes, ...recording } = plan;
    expect(review({ ...rest, plan: { ...recording, applyable: true } })).toMatchObject({
      outcome: 'changes',
      rows: [finished('has-finished')],
      stacks: [{ state_only: true }],
    });
  });
});
