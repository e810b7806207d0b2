import { createHash } from 'node:crypto';
import { htmlText } from '../../cli/review/html-page';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { planInput, reviewOf } from './recorded-plans';
import { manyZones } from './many-zones';

const report = reviewReport(reviewOf('migrations', 'every-change', 'waiting'));
const page = htmlText(report);

test('the page needs nothing else, and only its own style and script may run', () => {
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const own = (tag: string): string => {
    const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  expect(policy.split('; ').slice(0, 3)).toEqual([
    "default-src 'none'",
    `style-src ${own('style')}`,
    `script-src ${own('script')}`,
  ]);
  expect(page).not.toMatch(/<(link|iframe|object|embed|img|base|form)\b|url\(|@import|\sstyle=/);
  expect(page.match(/<(style|script)\b/g)).toEqual(['<style', '<script']);
});

test('each count leads to its rows', () => {
  const links = [...page.matchAll(/<a class="\w+" href="#(\w+)">([^<]+)<\/a>/g)].map(([, mark, text]) => [
    mark,
    text,
  ]);
  expect(links).toEqual(report.counts.map(({ mark, text }) => [mark, text]));
  expect(links.slice(0, 2)).toEqual([
    ['finishes', '2 finish'],
    ['unapproved', '2 without a recorded approval'],
  ]);
  const groups = page.split('<details').slice(1);
  for (const [mark = ''] of links) {
    const [first, ...others] = groups.filter((group) =>
      /data-marks="([^"]*)"/.exec(group)?.[1]?.split(' ').includes(mark),
    );
    expect(first).toContain(`<a id="${mark}"></a>`);
    expect(others.join('')).not.toContain(`<a id="${mark}"></a>`);
  }
});

test('the elements are closed in order', () => {
  const open: string[] = [];
  const text = page.replace(/<(style|script)>[^]*?<\/\1>/g, '');
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*?>/g)) {
    if (name === 'meta' || name === 'input') continue;
    if (slash === '') open.push(name);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
});

test('a few equal zones are told with where they are declared, many by their names', () => {
  const text = htmlText(reviewReport(manyZones(20, (index) => (index < 3 ? ['a rule'] : []))));
  expect([...text.matchAll(/<bdi>(shop-\d+\.example)/g)]).toHaveLength(20);
  expect(new Set(text.match(/this\[&#34;shop-\d+/g))).toEqual(
    new Set([0, 1, 2, 12].map((index) => `this[&#34;shop-${index}`)),
  );
});

test('what does as its title says is folded where it is long, and nothing else is', () => {
  const stacks = Array.from({ length: 40 }, (_, at) => planInput('every-change', `${at}`));
  for (const told of [report, reviewReport(reviewPlans(stacks, []))]) {
    const groups = [...htmlText(told).matchAll(/<details class="\w+"[^>]*"( open)?>/g)];
    const isFolded = told.groups.map(({ level }) => told !== report && level === 'rest');
    expect(groups.map(([, open]) => open === undefined)).toEqual(isFolded);
  }
});

test.each([
  ['as they are', manyZones(1000)],
  ['each of which loses something else', manyZones(1000, (index) => [`page rule of shop-${index}.example`])],
])('1,000 zones %s take at most 400 kB', (_case, review) => {
  const text = htmlText(reviewReport(review));
  expect(text.split('class="p').length - 1 + text.split('class="c"').length - 1).toBeGreaterThanOrEqual(1000);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(400_000);
});
