import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { createColors } from 'picocolors';
import { htmlText } from '../../cli/review/html-page';
import { markdownText, terminalText } from '../../cli/review/formats';
import { countsOf, rowOf, type ReviewedStack } from '../../cli/review/model';
import { readPlan } from '../../cli/review/read-plan';
import { reviewReport, type Report } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { manyZones } from './many-zones';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { planInput, recordedPlan, reviewOf } from './recorded-plans';

const terminal = (report: Report): string => terminalText(report, createColors(false));

describe('of 38 zones that finish, 15 lose settings, and one has rules that are replaced', () => {
  const report = reviewReport(manyZones(38, (index) => (index < 15 ? ['group "Bad robots" is off'] : [])));

  test('the one that is replaced stands first, then those that lose settings, each group once', () => {
    expect(report.groups.map(({ heading, place }) => `${heading} ${place}`.trim())).toEqual([
      'Finishes for good, without a recorded approval, replaces rules, loses settings: ' +
        'shop-12.example (bc98ef47a9eb9630aa6370683a1c3dde)',
      'Finishes for good, without a recorded approval, loses settings: 14 zones',
      'Finishes for good, without a recorded approval, loses nothing: 23 zones',
    ]);
  });

  test('what is equal is said once, with the list of the zones', () => {
    const lines = terminal(report).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'Changes that cannot be undone',
      '  38 finish, 38 without a recorded approval, 1 replaces rules, 15 lose settings',
      '  1 stack, 38 zones with changes.',
    ]);
    expect(lines.length).toBeLessThan(42);
    expect(lines.find((line) => line.includes('shop-37.example'))).toMatch(
      /^ {2}(shop-\d+\.example, ){22}shop-\d+\.example$/,
    );
    expect(markdownText(report).split('\n').length).toBeLessThan(42);
  });

  test('zones that differ in part share what they have in common', () => {
    const differing = reviewReport(manyZones(4, (index) => ['group "A" is off', `rule ${index % 2} is off`]));
    expect(differing.groups).toHaveLength(1);
    const lines = differing.groups[0]?.lines.map(({ texts, below }) => [texts, below]) ?? [];
    expect(lines.filter(([[text = ''] = []]) => !text.startsWith('saves: '))).toEqual([
      [['start → finished, saves 6 rules, apply waits for the end (minutes, up to an hour)'], []],
      [['loses: group "A" is off'], []],
      [['shop-0.example', 'shop-2.example'], ['loses: rule 0 is off']],
      [['shop-1.example', 'shop-3.example'], ['loses: rule 1 is off']],
    ]);
  });
});

test('rows of one title are told together, with the ids of zones that have one name', () => {
  const [stack] = reviewOf('no-change').stacks as [ReviewedStack];
  const stacks = [{ ...stack, output_changes: 1, state_only: true }];
  const told = ['a 1 A', 'a 2 A', 'b 3 B', 'b 3 B', 'c  B', '  C x', '  C y', 'd 4 D', 'e 5 D', 'f  E'];
  const rows = told.map((text) => {
    const [name = '', id = '', title = '', address = ''] = text.split(' ');
    const zone = name === '' ? null : { name, id: id || null };
    return rowOf([id === '5' ? 'checks' : 'outside'], title, { zone, address });
  });
  const text = terminal(reviewReport({ ...reviewOf('no-change'), stacks, rows }));
  const all = ['A: 2 zones', '  a (1), a (2)', 'B: 3 in 2 zones', '  b, c', 'C: 2', '  x, y'];
  const summary = ['output changed.', 'stack apply only records in the state what has changed.'];
  expect(text.split(/\n+/).slice(2, -1)).toEqual([
    ...[`  1 ${summary[0]}`, `  In 1 ${summary[1]}`],
    ...[...all, 'D: d (4)', 'D: e (5)', 'E: f'],
  ]);
});

const PLANS = Object.keys(PLAN_SCENARIOS).filter(
  (name) => readPlan(JSON.stringify(recordedPlan(name).shown)).problem === undefined,
);

const SAID = { message: 'the file is empty', seen: [''], allowed: ['a plan'], hints: ['write it'] };
const ERROR = { plan: 'x', code: 'empty', ...SAID };

test('the JSON of a review of all plans, with limits and errors, is as docs/schemas/review.schema.json says', () => {
  const schema = join(__dirname, '..', '..', 'docs', 'schemas', 'review.schema.json');
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
  const inputs = PLANS.map((name) => planInput(name));
  const review = reviewPlans(inputs, [ERROR], { maxDelete: 1, requireProof: true });
  validate(JSON.parse(JSON.stringify(review)));
  expect(validate.errors).toBeNull();
});

const REVIEWS = join(__dirname, '..', 'fixtures', 'reviews.json');

test('the review of each recorded plan is as it was; ZONEWRIGHT_WRITE_REVIEWS=1 writes it for `npm run format`', () => {
  const reviews = Object.fromEntries(PLANS.map((name) => [name, reviewOf(name)]));
  const text = JSON.stringify(reviews, (key, value: unknown) =>
    key === 'counts'
      ? Object.fromEntries(Object.entries(value as object).filter(([, count]) => count > 0))
      : value,
  );
  expect(text).not.toContain('secret-0123456789');
  if (process.env['ZONEWRIGHT_WRITE_REVIEWS'] !== undefined) writeFileSync(REVIEWS, text);
  expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(REVIEWS, 'utf8')));
});

test.each(PLANS)('one is counted as one, in every format: %s', (name) => {
  const report = reviewReport(reviewOf(name));
  for (const text of [terminal(report), markdownText(report), htmlText(report)]) {
    expect(text).not.toMatch(
      /(?<![\d.,])1 (?:rules|zones|stacks|outputs|settings|changes|jobs|checks|URI overrides|finish\b|lose\b)/,
    );
  }
});

test.each(PLANS)('every row is in every format, and counted: %s', (name) => {
  const review = reviewOf(name);
  const report = reviewReport(review);
  expect(report.groups.flatMap(({ rows }) => rows)).toHaveLength(review.rows.length);
  expect(review.counts).toEqual(countsOf(review.rows));
  const texts = [
    terminal(report),
    markdownText(report).replace(/`/g, ''),
    htmlText(report)
      .replace(/<[^>]+>/g, '')
      .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code))),
  ];
  for (const { title, details, zone } of review.rows)
    for (const part of [
      title,
      ...details.filter((each) => !each.includes('`')),
      zone?.name ?? zone?.id ?? '',
    ])
      for (const text of texts) expect(text).toContain(part);
});

describe('a review has every irreversible change that the service was asked for in the apply, and no other', () => {
  const applied = PLANS.filter((name) => recordedPlan(name).applyRequests !== null);

  test('some of the recorded plans have such changes', () => {
    const finishing = applied.filter((name) => recordedPlan(name).finished.length > 0);
    expect(finishing.sort()).toEqual(['migrations', 'not-waiting']);
  });

  test.each(applied)('%s', (name) => {
    const irreversible = reviewOf(name).rows.filter(({ rank }) => rank === 'finishes');
    expect(irreversible.map(({ zone }) => zone?.id).sort()).toEqual(recordedPlan(name).finished);
  });
});
