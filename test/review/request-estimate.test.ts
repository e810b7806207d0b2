import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELDS_REQUESTS as fields } from '../../cli/resources/log-custom-fields';
import { JOB_REQUESTS as job } from '../../cli/resources/logpush-job';
import { MANAGED_RULES_REQUESTS as managedRules } from '../../cli/resources/managed-rules';
import { MIGRATION_REQUESTS as migration } from '../../cli/resources/managed-rules-migration';
import { READ_REQUESTS } from '../../cli/review/request-estimate';
import { planInput, recordedPlan } from './recorded-plans';
import { reviewPlans } from '../../cli/review/review-plans';

/** A cell of a row of a documented table. */
function cell(document: string, name: string, column: number): string | undefined {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', document), 'utf8');
  const row = text.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  return row.split('|')[column]?.trim();
}

/** The applies of the documented table, which `test/e2e/requests.test.ts` holds to what the provider sends. */
function documented(name: string): number {
  return Number(cell('performance.md', name, 3));
}

test.each([
  ['Field set: create in an empty zone', fields.create],
  ['Field set: update', fields.update],
  ['Field set: destroy', fields.destroy],
  ['Job: create', job.firstCreation + job.create],
  ['Three jobs of one zone: create', job.firstCreation + 3 * job.create],
  ['Job: update', job.update],
  ['Job: destroy', job.destroy],
  ['Managed rules: create in an empty zone', managedRules.create],
  ['Managed rules: update', managedRules.update],
  ['Managed rules: destroy', managedRules.destroy],
  ['Migration: begin validation', migration.beginValidation],
  ['Migration: from validation to the end', migration.finishFromValidation],
  ['Migration: from the start to the end', migration.finishFromStart],
])('%s: as many requests as documented', (name, requests) => {
  expect(requests).toBe(documented(name));
});

test.each([
  ['Field set: adopt', `${fields.adopt}`],
  ['Managed rules: adopt', `${managedRules.adopt}`],
  ['Migration: delete URI overrides', `${migration.deleteUriOverrides}, and one for each override`],
  [
    'Migration: save rules, while validating / finished / skipped',
    `${migration.saveRules.validation} / ${migration.saveRules.finished} / ${migration.saveRules.skipped}`,
  ],
  ['Migration: take over', `${migration.takeOver}`],
  ['Migration: skipped, in `start` / `validation`', `${migration.skip.start} / ${migration.skip.validation}`],
  [
    'Migration: no step, while validating / finished',
    `${migration.noStep.validation} / ${migration.noStep.finished}`,
  ],
  ['Migration: destroy, with `on_destroy = "abandon"`', `${migration.destroy}`],
  ['Data source that apply reads', `${READ_REQUESTS}`],
])('%s: as the documentation of the review says', (name, requests) => {
  expect(cell('review.md', name, 2)).toBe(requests);
});

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
