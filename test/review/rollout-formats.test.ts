import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createColors } from 'picocolors';
import { htmlText } from '../../cli/review/formats/html/page';
import { gitlabText } from '../../cli/review/formats/json';
import { markdownText } from '../../cli/review/formats/markdown';
import { plain, terminalText } from '../../cli/review/formats/terminal';
import { reviewReport } from '../../cli/review/report';
import { waveDetails, waveLine } from '../../cli/review/wave-phrases';
import { planInput } from './recorded-plans';
import { exampleMarkdown, exampleReview, reviewed, wave } from './rollout-example';

const DOCS = join(__dirname, '..', '..', 'docs', 'schemas');
const review = exampleReview();

describe('the formats show waves, approvals and what is left out', () => {
  const report = reviewReport(review);
  const [, second] = review.waves;

  test.each([
    ['the terminal', terminalText(report, createColors(false))],
    ['Markdown', markdownText(report).replace(/`/g, '')],
  ])('%s', (_format, text) => {
    expect(text).toContain(plain(waveLine(second as NonNullable<typeof second>)));
    for (const detail of waveDetails(second as NonNullable<typeof second>))
      expect(text).toContain(plain(detail));
    expect(text).toContain('approved to finish by kim@example.com at 2027-01-25 09:12 UTC, ticket CHG-4711');
    expect(text).toContain('waf-3: Wave 3 waits for approval');
  });

  test('HTML pictures them in the order of the rollout, those that wait last', () => {
    const page = htmlText(reviewed(...['1', '2', '10'].map((name) => wave(name)), planInput('waf-3')));
    const waves = [...page.matchAll(/<li class="((?:not-)?approved|waiting)"><h3>(.*?)<\/h3>/g)];
    expect(waves.map(([, kind, title]) => [kind, title?.replace(/<\/?bdi>/g, '')])).toEqual([
      ['approved', 'Wave 1'],
      ['approved', 'Wave 2'],
      ['approved', 'Wave 10'],
      ['waiting', 'Wave 3'],
    ]);
    expect(page).toContain('<h3>Wave <bdi>10</bdi> of <bdi>waf</bdi></h3><p class="approval">');
    expect(page.match(/class="finish" x="0.00" width="77.78"/g)).toHaveLength(3);
  });

  test('HTML puts a wave that waits into its own rollout, also if the name of another one begins alike', () => {
    const page = htmlText(
      reviewed(wave('1'), wave('1', { rollout: 'waf-eu' }), planInput('waf-3', 'waf-eu-rest')),
    );
    const [, waf = '', eu = ''] =
      /Waves of <bdi>waf<\/bdi>([^]*)Waves of <bdi>waf-eu<\/bdi>([^]*?)<\/section>/.exec(page) ?? [];
    expect(waf).not.toContain('class="waiting"');
    expect(eu.replace(/<\/?bdi>/g, '')).toContain('<li class="waiting"><h3>Wave rest</h3>');
  });

  test('HTML shows waves without an approval first, and says so', () => {
    const page = htmlText(reviewed(wave('1'), wave('2', { approved_by: undefined })));
    expect(page).toMatch(
      /<h3>Wave <bdi>2<\/bdi> of <bdi>waf<\/bdi>, without a recorded approval<\/h3>[^]*<h3>Wave <bdi>1<\/bdi> of/,
    );
    expect(page).toContain('<li class="not-approved">');
  });

  test("GitLab's report counts actions, and has no room for waves", () => {
    expect(JSON.parse(gitlabText(review))).toEqual({ create: 4, update: 6, delete: 0 });
  });
});

test('docs/guides/review.md shows what a review of the recorded rollout is today', () => {
  expect(readFileSync(join(DOCS, 'review-example.md'), 'utf8')).toBe(exampleMarkdown());
  for (const picture of ['review-example.png', 'review-example-dark.png'])
    expect(statSync(join(DOCS, picture)).size).toBeLessThan(150_000);
});
