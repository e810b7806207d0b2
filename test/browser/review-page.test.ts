import { htmlText } from '../../cli/review/html-page';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { planInput } from '../review/recorded-plans';
import { startBrowser } from './browser';

describe('the page of a review', () => {
  const inputs = Array.from({ length: 120 }, (_each, index) =>
    planInput(index % 2 === 0 ? 'migrations' : 'every-change', `stack-${index}`),
  );
  const page = htmlText(reviewReport(reviewPlans(inputs, [])));

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
      const [visible, needed] = (await tab.evaluate(
        '[innerWidth, document.documentElement.scrollWidth]',
      )) as number[];
      expect({ needed, events }).toEqual({ needed: visible, events: [] });
      const shown = (): Promise<number> => tab.locator('main>details:not([hidden])').count();
      const all = await shown();
      await tab.locator('nav a', { hasText: 'taken over' }).click();
      const taken = await shown();
      await tab.locator('nav a', { hasText: /^all$/ }).click();
      await tab.locator('input[type=search]').fill('begins.example');
      expect([await shown(), taken < all, taken > 0]).toEqual([1, true, true]);
    } finally {
      await browser.close();
    }
  });
});
