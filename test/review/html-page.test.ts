import { migrationPicture, htmlText } from '../../cli/review/formats/html/page';
import type { MigrationChange } from '../../cli/review/model';
import { reviewOf } from './recorded-plans';

const page = htmlText(reviewOf('migrations', 'every-change', 'waiting'));

test('the page needs nothing else: no script, no link, no file', () => {
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(page).not.toMatch(/<(script|link|iframe|object|embed|img|base|form|a)\b/);
  expect(page).not.toMatch(/url\(|@import/);
});

test('every zone with a migration has its state machine, those that go one way first', () => {
  const zones = [...page.matchAll(/<p class="zone"><bdi>([^<]+)<[^]*?aria-label="([^"]+)"/g)].map(
    ([, zone, way]) => [zone, way],
  );
  expect(zones).toEqual([
    ['direct.example', 'from start to finished'],
    ['validated.example', 'from validation to finished'],
    ['begins.example', 'from start to validation'],
    ['blocked.example', 'in start'],
    ['done.example', 'in finished'],
    ['waits.example', 'from finishing to finished'],
  ]);
});

test('the picture shows where the zone is, which way it takes, and whether that is for good', () => {
  const { migration } = reviewOf('migrations').changes[1] ?? {};
  const picture = migrationPicture(migration as MigrationChange);
  expect(picture).toContain('<g class="end">');
  expect(picture).toMatch(/class="state past"[^>]*\/><text x="45"[^>]*>start/);
  expect(picture).toMatch(/class="state now"[^>]*\/><text class="here" x="170"[^>]*>validation/);
  expect(picture).toMatch(/class="state next"[^>]*\/><text class="here" x="300"[^>]*>finished/);
});

test('an unknown state is pictured without a way', () => {
  const { migration } = reviewOf('migrations').changes[0] ?? {};
  const picture = migrationPicture({ ...(migration as MigrationChange), from: '<b>', to: 'constructor' });
  expect(picture).toContain('aria-label="in &#60;b&#62;"');
  expect(picture).not.toContain('class="way"');
});

test('the elements are closed in order', () => {
  const open: string[] = [];
  for (const [, slash, name = '', self] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>/g)) {
    if (self === '/' || name === 'meta') continue;
    if (slash === '') open.push(name);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
});
