import { createColors } from 'picocolors';
import { driftText } from '../../cli/drift/drift-text';
import { type DriftReport, reportDrift } from '../../cli/drift/report-drift';
import { htmlText } from '../../cli/review/formats/html/page';
import { markdownText } from '../../cli/review/formats/markdown';
import { terminalText } from '../../cli/review/formats/terminal';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans, type PlanInput } from '../../cli/review/review-plans';
import { zoneIdOf, zoneText } from '../e2e/migrating-zones';
import { inputOf, planInput, recordedPlan } from './recorded-plans';

const TYPE = 'zone_managed_rules_migration';
const finished = (name: string): object => ({
  stack: 'finished-since',
  address: `${TYPE}.${name}`,
  zone: { id: zoneIdOf(name), name: `${name}.example` },
});
const CHANGED = {
  address: `${TYPE}.has-finished-changed`,
  kind: 'changed',
  zone: { name: 'has-finished-changed.example' },
};

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

const drift = (input: PlanInput): DriftReport => reportDrift([{ ...input, folder: input.stack }], []);
const review = (input: PlanInput): ReturnType<typeof reviewPlans> => reviewPlans([input], []);

describe('a migration that has finished since the last apply, without a wait', () => {
  test('is no drift in a review; what others changed of its rules is', () => {
    const found = review(planInput('finished-since'));
    expect(found).toMatchObject({
      outcome: 'no changes',
      finished_migrations: [finished('has-finished'), finished('has-finished-changed')],
      drift: [{ ...CHANGED, corrected: 'none' }],
    });
    const paths = found.drift.flatMap(({ attributes }) => attributes ?? []).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.startsWith('rules'))).toEqual([]);
  });

  test('is no drift for zonewright drift, which ends with 0', () => {
    expect(drift(planOf())).toMatchObject({
      outcome: 'no drift',
      exit_code: 0,
      stacks: [{ drifted: 0 }],
      drift: [],
      finished_migrations: [finished('has-finished')],
    });
    expect(drift(planInput('finished-since'))).toMatchObject({ exit_code: 2, drift: [CHANGED] });
  });

  test.each<readonly [string, object, object]>([
    ['a zone that others finished', { migration_state: 'validation' }, {}],
    ['a zone that is still finishing', {}, { migration_state: 'finishing' }],
    ['new managed rules that others disabled', {}, { new_waf_status: 'disabled' }],
  ])('%s is drift', (_case, before, after) => {
    expect(review(planOf(before, after)).drift).toMatchObject([{ address: `${TYPE}.has-finished` }]);
    expect(drift(planOf(before, after)).exit_code).toBe(2);
  });

  test('is a change of the state in a plan that only records it', () => {
    const { plan, ...rest } = planOf();
    const { resource_changes: _changes, ...recording } = plan;
    expect(review({ ...rest, plan: { ...recording, applyable: true } })).toMatchObject({
      outcome: 'changes',
      drift: [],
      stacks: [{ state_only: true }],
    });
  });

  const line = `${zoneText('has-finished')}: finishing → finished; ${TYPE}.has-finished in finished-since`;
  const reports = [reviewReport(review(planOf())), driftText(drift(planOf()))];

  test.each([
    ['the terminal', reports.map((each) => terminalText(each, createColors(false)))],
    ['Markdown', reports.map((each) => markdownText(each).replaceAll('`', ''))],
    ['HTML', [htmlText(review(planOf())).replace(/<[^>]*>/g, '')]],
  ])('has its own part in %s', (_format, texts) => {
    for (const text of texts) {
      expect(text).toContain('Migrations that have finished since the last apply');
      expect(text).toContain(line);
      expect(text).not.toMatch(/others since/);
    }
  });
});
