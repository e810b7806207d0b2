import { summaryLines, reviewReport } from '../../cli/review/report';
import { CHANGE_KINDS, type Review } from '../../cli/review/model';
import { reviewPlans, type PlanInput } from '../../cli/review/review-plans';
import { plain } from '../../cli/review/formats/terminal';
import { waveLine } from '../../cli/review/wave-phrases';
import { inputOf, planInput, planWithRecord, recordedPlan } from './recorded-plans';

const none = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0]));
const reviewed = (...inputs: readonly PlanInput[]): Review => reviewPlans(inputs, []);

describe('the record of a wave', () => {
  /** The second wave with the change of its gate as another one. */
  const withGate = (type: string, change: object): PlanInput => {
    const text = JSON.stringify(recordedPlan('waf-2').shown)
      .replaceAll('terraform_data', type)
      .replaceAll('"input":', type === 'null_resource' ? '"triggers":' : '"input":');
    const shown = JSON.parse(text) as { resource_changes: { type: string; change: object }[] };
    for (const each of shown.resource_changes) if (each.type === type) Object.assign(each.change, change);
    return inputOf(shown, 'waf-2');
  };
  const line = (input: PlanInput): string =>
    reviewed(input).waves.map((each) => plain(waveLine(each)))[0] ?? '';

  test.each<readonly [string, PlanInput, string]>([
    ['created', withGate('null_resource', { actions: ['create'], before: null }), ' (a new record)'],
    ['updated', planInput('waf-2'), ' (the record changes)'],
    ['replaced', withGate('null_resource', { actions: ['delete', 'create'] }), ' (the record changes)'],
  ])(
    'is said in the line of the wave when it is %s, and counts as no other object',
    (_case, input, words) => {
      expect(line(input).endsWith(`, ticket CHG-4711${words}`)).toBe(true);
      const found = reviewPlans([input], [], { maxDelete: 0, expectEmpty: true });
      expect(found.summary).toMatchObject({ wave_records: 1, deletes: 0 });
      expect(Object.values(found.summary.other_changes)).toEqual(Object.values(none));
      expect(found.limits.map(({ exceeded }) => exceeded)).toEqual([false, true]);
      expect(summaryLines(found).join(' ')).not.toContain('Of other providers');
      expect(reviewReport(found).sections.map(({ id }) => id)).not.toContain('others');
    },
  );

  test('is a change when nothing else changes', () => {
    const { plan, ...rest } = planInput('waf-2');
    const gates = (plan.resource_changes ?? []).filter(({ type }) => type === 'terraform_data');
    const found = reviewPlans([{ ...rest, plan: { ...plan, resource_changes: gates } }], [], {
      expectEmpty: true,
    });
    expect(found).toMatchObject({ outcome: 'over limit', limits: [{ found: 1 }] });
  });

  test('does not hide that the gate is destroyed, nor any other object', () => {
    const destroyed = reviewed(withGate('null_resource', { actions: ['delete'], after: null }));
    expect(destroyed.summary).toMatchObject({ wave_records: 0, deletes: 1, other_changes: { destroy: 1 } });
    const other = reviewed(planWithRecord('waf-2', { rollout: undefined }));
    expect(other.summary).toMatchObject({ wave_records: 0, other_changes: { update: 1 } });
  });
});
