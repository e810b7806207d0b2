import { createColors } from 'picocolors';
import { htmlText } from '../../cli/review/html-page';
import { codeSpan, markdownText, terminalText } from '../../cli/review/formats';
import { reviewReport } from '../../cli/review/report';
import type { Review } from '../../cli/review/model';
import { reviewPlans } from '../../cli/review/review-plans';
import { inputOf, recordedPlan } from './recorded-plans';

/** What somebody may write into the name of a zone or job, a description, an address or the name of a folder. */
const HOSTILE = [
  '\u001b[2J\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  '</p><script>alert(1)</script><img src=x onerror=alert(2)>',
  '`` ` ``` @everyone #1 https://evil.example [x](javascript:alert(1)) | **bold** <!-- -->',
  '\u202egnp.exe\u2066',
  'two\nlines\r\n- [ ] item\n## heading',
  '"]]>&amp;\u0000\u0008\ufffe\ud800',
  '\u2028\u2029\u0085\u009b31m',
].join(' ');

/** The plans of scenarios with hostile texts wherever the service or people write them. */
function hostile(): Review {
  const texts = 'name zone_name description message destination losses_unknown_because';
  const replaced = new Set(texts.split(' '));
  const lists = new Set(['cookies', 'urls', 'skipped_because']);
  const inputs = ['every-change', 'migrations'].map((name) => {
    const text = JSON.stringify(recordedPlan(name).shown, (key, value: unknown) => {
      if (replaced.has(key) && typeof value === 'string') return HOSTILE;
      if (key === 'address' && typeof value === 'string') return `${value}["${HOSTILE}"]`;
      return lists.has(key) && Array.isArray(value) && value.length > 0 ? [HOSTILE] : value;
    });
    return inputOf(JSON.parse(text), `${name} ${HOSTILE}`);
  });
  const error = { code: 'x', message: 'no plan', allowed: [HOSTILE], hints: [HOSTILE] };
  return reviewPlans(inputs, [{ ...error, plan: HOSTILE, seen: [HOSTILE] }]);
}

const review = hostile();
const report = reviewReport(review);

/** What a terminal obeys, bidirectional controls, and line ends that only Unicode has. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/u;

test('the texts are in the review', () => {
  expect(JSON.stringify(review).split('onerror').length).toBeGreaterThan(30);
});

test.each<readonly [string, string]>([
  ['the terminal', terminalText(report, createColors(false))],
  ['Markdown', markdownText(report)],
  ['HTML', htmlText(report)],
])('%s gets nothing that controls it', (_format, text) => {
  expect(UNPRINTABLE.exec(text)?.[0]).toBeUndefined();
});

test('the terminal shows each text on one line', () => {
  const text = terminalText(report, createColors(false));
  expect(text.split('\n').filter((line) => !/^( {2}|[A-Z]|$)/.test(line))).toEqual([]);
  expect(text).toContain('two\\nlines');
});

test('HTML has no element that a text brought, and nothing that runs or loads', () => {
  const page = htmlText(report).replace(/<script>[^]*?<\/script>/, '');
  const tags = new Set([...page.matchAll(/<\/?([a-zA-Z][a-z0-9]*)/g)].map(([, tag]) => tag));
  const ours = 'html head meta title style body main h1 p nav a input details summary ul li div bdi i';
  expect([...tags].filter((tag) => !ours.split(' ').includes(tag ?? ''))).toEqual([]);
  // An attribute of an element that names an address or a script; texts stand between elements.
  expect(page).not.toMatch(/<[^>]*\s(?:src|on\w+)=|<[^>]*\shref=(?!"#\w*")/);
});

describe('Markdown shows a text as a code span, which nothing in it can end', () => {
  test.each([
    ['plain', '`plain`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['a``` `` b', '````a``` `` b````'],
    [' a ', '`  a  `'],
    ['a\nb', '`a\\nb`'],
    ['', '(empty)'],
    ['  ', '(blank)'],
    ['<b>@x</b> | #1', '`<b>@x</b> | #1`'],
  ])('%j', (text, expected) => {
    expect(codeSpan(text)).toBe(expected);
  });

  test('outside of the code spans there are only our own words', () => {
    const text = markdownText(report);
    // A code span ends with as many backticks as it began with (GFM 6.3).
    const rest = text.replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, '');
    for (const part of ['script', 'everyone', 'evil', 'bold', 'heading', 'alert'])
      expect(rest).not.toContain(part);
  });
});
