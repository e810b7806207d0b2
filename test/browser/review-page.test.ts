import { htmlText } from '../../cli/review/formats/html/page';
import { reviewPlans } from '../../cli/review/review-plans';
import { planInput } from '../review/recorded-plans';
import { startBrowser } from './browser';

describe('the page of a review', () => {
  const names = Array.from({ length: 60 }, (_each, index) => `stack-${index}`);
  const page = htmlText(
    reviewPlans(
      names.flatMap((name) => [planInput('migrations', name), planInput('every-change', `${name}-b`)]),
      [],
    ),
  );

  test.each([
    ['a desktop', 1280, 'light'],
    ['a phone', 390, 'light'],
    ['a narrow phone in the dark', 320, 'dark'],
  ] as const)('fits %s, and loads and logs nothing', async (_case, width, colorScheme) => {
    const browser = await startBrowser();
    try {
      const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const events: string[] = [];
      tab.on('console', (message) => events.push(message.text()));
      tab.on('pageerror', (error) => events.push(error.message));
      tab.on('request', (request) => events.push(request.url()));
      await tab.setContent(page);
      const [shown, needed] = (await tab.evaluate(
        '[innerWidth, document.documentElement.scrollWidth]',
      )) as number[];
      expect({ needed, events }).toEqual({ needed: shown, events: [] });
      expect(await tab.locator('article svg').count()).toBe(300);
    } finally {
      await browser.close();
    }
  });
});
