import { LONGEST_COMMENT, markdownText } from '../../cli/review/formats/markdown';
import { reviewReport, type Report } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { inputOf, recordedPlan } from './recorded-plans';

/** Two recorded plans, as far as a review of changes reads them. */
const TEXTS = ['migrations', 'every-change'].map((name) => {
  const { configuration: _configuration, planned_values: _values, ...rest } = recordedPlan(name).shown;
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

/** Each section's title, total and lines. */
function headings(comment: string): readonly RegExpMatchArray[] {
  return [...comment.matchAll(/^### (.+) \(([\d,]+)\)\n\n((?:(?!###).*\n?)*)/gm)];
}

test('a comment on one stack is whole', () => {
  expect(markdownText(reportOf(2))).not.toContain('left out');
});

test('200 plans fit into a comment: every one-way change is named, and what is left out is counted', () => {
  expect(COMMENT.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  const missing = Array.from({ length: 100 }, (_each, index) =>
    (2 * index).toString().padStart(4, '0'),
  ).flatMap((number) =>
    ['direct', 'validated', 'begins', 'blocked']
      .map((zone) => `${zone}-${number}.example`)
      .filter((zone) => !COMMENT.includes(zone)),
  );
  expect(missing).toEqual([]);
  expect(headings(COMMENT).map(([, title, total]) => `${title}: ${total}`)).toEqual([
    'One-way changes: 400',
    'Destroyed: 100',
    'Replaced: destroyed and created again: 100',
    'Adopted: exists already: 300',
    'Created: 200',
    'Changed: 300',
    'Moved in the state: 100',
    'Drift: changed by others since the last apply: 200',
    'Checks: 100',
    'Other providers: 100',
  ]);
});

test('what is left out and what is shown add up', () => {
  for (const [, , total = '', body = ''] of headings(COMMENT)) {
    const shown = (body.match(/^- (?!…)/gm) ?? []).length;
    const leftOut = Number(/^- … and ([\d,]+) more/m.exec(body)?.[1]?.replace(',', '') ?? 0);
    expect(shown + leftOut).toBe(Number(total.replace(',', '')));
  }
});

test('the least important is shortened first', () => {
  const comment = markdownText(reportOf(28));
  expect(comment.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  const detailed = headings(comment).map(([, title, , body = '']) => [title, /^ {2}- /m.test(body)]);
  const [first] = detailed;
  expect(first).toEqual(['One-way changes', true]);
  const firstWithout = detailed.findIndex(([, isDetailed]) => !isDetailed);
  expect(firstWithout).toBeGreaterThan(0);
  expect(comment).not.toContain('left out');
});

test('more one-way changes than a comment can name are counted', () => {
  const comment = markdownText(REPORT, 20_000);
  expect(comment.length).toBeLessThanOrEqual(20_000);
  expect(/### One-way changes \(400\)[^]*- … and \d+ more, left out/.test(comment)).toBe(true);
});

test('the same plans make the same comment, with a first line by which it is found again', () => {
  expect(markdownText(reportOf(2))).toBe(markdownText(reportOf(2)));
  expect(COMMENT.split('\n')[0]).toBe('<!-- zonewright review -->');
});
