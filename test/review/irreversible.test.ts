import { readPlan } from '../../cli/review/read-plan';
import { reviewPlans } from '../../cli/review/review-plans';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { inputOf, recordedPlan } from './recorded-plans';

/** What `terraform show -json` has of a resource, as far as the query of docs/migration.md ("Policies") reads it. */
interface Resource {
  readonly type: string;
  readonly change: { readonly before: Attributes | null; readonly after: Attributes | null };
}

interface Attributes {
  readonly zone_id?: string;
  readonly step?: string;
  readonly irreversible?: boolean;
}

/** The zones that a plan finishes: the conditions of that query, on nothing but the JSON of the saved plan. */
function finishedByPlan(shown: Readonly<Record<string, unknown>>): readonly (string | undefined)[] {
  return ((shown['resource_changes'] ?? []) as readonly Resource[])
    .filter(({ type }) => type === 'zone_managed_rules_migration')
    .filter(
      ({ change: { before, after } }) =>
        after?.step === 'finish' && before?.irreversible !== true && after.irreversible === true,
    )
    .map(({ change: { after } }) => after?.zone_id)
    .sort();
}

const APPLIED = Object.keys(PLAN_SCENARIOS).filter((name) => recordedPlan(name).applyRequests !== null);

describe('the JSON of a saved plan alone tells every irreversible change', () => {
  test('some of the recorded plans have such changes', () => {
    expect(recordedPlan('waf-2').finished).toHaveLength(7);
    expect(APPLIED.filter((name) => recordedPlan(name).finished.length > 0).sort()).toEqual([
      'migrations',
      'not-waiting',
      'waf-2',
    ]);
  });

  test.each(APPLIED)('%s: those that the service was asked for in its apply, and no others', (name) => {
    const { shown, finished } = recordedPlan(name);
    expect(finishedByPlan(shown)).toEqual(finished);
  });

  test.each(
    APPLIED.filter((name) => readPlan(JSON.stringify(recordedPlan(name).shown)).problem === undefined),
  )('%s: the review has the same, however little else it is given', (name) => {
    const { shown, finished } = recordedPlan(name);
    const { changes } = reviewPlans([inputOf(shown, name)], []);
    const irreversible = changes.filter(({ migration }) => migration?.irreversible === true);
    expect(irreversible.map(({ zone }) => zone?.id).sort()).toEqual(finished);
  });
});
