import { LONGEST_COMMENT, markdownText } from '../../cli/review/formats';
import { reviewReport, type Report } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { manyZones } from './many-zones';
import { inputOf, recordedPlan } from './recorded-plans';

/** Two recorded plans, as far as a review of changes reads them. */
const TEXTS = ['migrations', 'every-change'].map((name) => {
  const { planned_values: _values, ...rest } = recordedPlan(name).shown;
  return JSON.stringify(rest);
});

/** The review of so many stacks, each with zones of its own. */
function reportOf(stacks: number): Report {
  const inputs = Array.from({ length: stacks }, (_each, index) => {
    const number = index.toString().padStart(4, '0');
    const text = (TEXTS[index % TEXTS.length] as string)
      .replace(/"([0-9a-f]{28})[0-9a-f]{4}"/g, `"$1${number}"`)
      .replace(/(\w+)\.example"/g, `$1-${number}.example"`);
    return inputOf(JSON.parse(text), `stack-${number}`);
  });
  return reviewReport(reviewPlans(inputs, []));
}

const REPORT = reportOf(200);
const COMMENT = markdownText(REPORT);

/** The name of each of the zones of the stacks with migrations that does what cannot be undone. */
const ONE_WAY = Array.from({ length: 100 }, (_each, index) =>
  (2 * index).toString().padStart(4, '0'),
).flatMap((number) =>
  ['direct', 'validated', 'begins', 'blocked'].map((zone) => `${zone}-${number}.example`),
);

test('a comment on one stack is whole', () => {
  expect(markdownText(reportOf(2))).not.toContain('left out');
});

test('200 plans fit into a comment: every zone that cannot go back is named, and no row goes uncounted', () => {
  expect(COMMENT.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  expect(ONE_WAY.filter((zone) => !COMMENT.includes(zone))).toEqual([]);
  const headings = [...COMMENT.matchAll(/^- \*\*(.+): ([\d,]+)(?: in [\d,]+)?(?: zones)?\*\*$/gm)];
  const total = headings.reduce((sum, [, , count = '']) => sum + Number(count.replace(',', '')), 0);
  expect(total).toBe(REPORT.groups.reduce((sum, { rows }) => sum + rows.length, 0));
});

test('the least important is shortened first', () => {
  const limit = markdownText(REPORT, Infinity).length - 1000;
  const comment = markdownText(REPORT, limit);
  expect(comment.length).toBeLessThanOrEqual(limit);
  const [first = '', ...others] = comment.split(/^- (?=\*\*)/m).slice(1);
  expect(first).toMatch(/^\*\*Finishes[^]*\n {4}- `/);
  expect(others.at(-1)).not.toMatch(/^ {4}- `/m);
  expect(comment).toContain('left out for lack of room');
});

test('of zones that each lose something else, as many as there is room for are told with it, and the rest are named', () => {
  const review = manyZones(1000, (index) => [`the page rule ${'x'.repeat(100)} of shop-${index}.example`]);
  const comment = markdownText(reviewReport(review));
  expect(comment.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  expect(comment.length).toBeGreaterThan(LONGEST_COMMENT - 5000);
  const told = (comment.match(/loses: the page rule/g) ?? []).length;
  expect(told).toBeGreaterThan(100);
  expect(review.rows.filter(({ zone }) => !comment.includes(zone?.name ?? '?'))).toEqual([]);
});

test('more zones than a comment can name are counted', () => {
  const comment = markdownText(REPORT, 5_000);
  expect(comment.length).toBeLessThanOrEqual(5_000);
  expect(comment).toContain(
    '- **Finishes for good, without a recorded approval, loses settings: 200 zones**',
  );
});

test('a comment has a first line by which it is found again', () => {
  expect(COMMENT.split('\n')[0]).toBe('<!-- zonewright review -->');
});
