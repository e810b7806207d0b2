/**
 * `npm test` runs a share of the heaviest tests, so that it is done in minutes; `npm run test:slow` runs all of them, and
 * what is in `test/slow`. docs/internals/testing.md tells which are which.
 */
const isSlow = process.env['ZONEWRIGHT_TEST_LANE'] === 'slow';

/** What this lane runs. @param given for `npm test`, and for `npm run test:slow` */
export function inLane<T>(given: { readonly share: T; readonly whole: T }): T {
  return isSlow ? given.whole : given.share;
}
