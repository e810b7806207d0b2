import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlText } from '../../cli/review/formats/html/page';
import { reviewPlans } from '../../cli/review/review-plans';
import { planInput, planWithRecord } from '../review/recorded-plans';
import { exampleMarkdown, exampleReview } from '../review/rollout-example';
import { startBrowser } from './browser';

/** The height of one picture of the page. */
const SLICE = 1400;

/** The pictures of the README and docs/guides/review.md: `npm run review-example`, or every width with a folder as the argument. */
async function writeExample(folder: string | undefined): Promise<void> {
  const docs = join(process.cwd(), 'docs', 'schemas');
  writeFileSync(join(docs, 'review-example.md'), exampleMarkdown());
  const browser = await startBrowser();
  try {
    const page = htmlText(exampleReview());
    const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await tab.setContent(page);
    await tab.screenshot({ path: join(docs, 'review-example.png') });
    await tab.emulateMedia({ colorScheme: 'dark' });
    await tab.screenshot({ path: join(docs, 'review-example-dark.png') });
    await tab.emulateMedia({ colorScheme: 'light' });
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    const inputs = [
      planInput('waf-1'),
      planWithRecord('waf-2', { wave: '3', approved_by: undefined }),
      planWithRecord('waf-2', { target: 'validation' }),
    ].map((each, index) => ({ ...each, stack: `waf-${index + 1}` }));
    await tab.setContent(htmlText(reviewPlans(inputs, [])));
    for (const width of [1280, 390]) {
      await tab.setViewportSize({ width, height: 1400 });
      await tab.screenshot({ path: join(folder, `not-approved-${width}.png`) });
    }
    await tab.setContent(page);
    writeFileSync(join(folder, 'review.html'), page);
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await tab.emulateMedia({ colorScheme });
      await tab.setViewportSize({ width, height: 844 });
      const height = (await tab.evaluate('document.documentElement.scrollHeight')) as number;
      for (let y = 0; y < height; y += SLICE) {
        const clip = { x: 0, y, width, height: Math.min(SLICE, height - y) };
        const path = join(folder, `review-${width}-${colorScheme}-${y / SLICE}.png`);
        await tab.screenshot({ path, clip, fullPage: true });
      }
    }
  } finally {
    await browser.close();
  }
}

void writeExample(process.argv[2]);
