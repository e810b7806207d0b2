/**
 * `npm test` runs a share of the heaviest tests, so that it is done in minutes; `npm run test:slow` runs all of them, and
 * what is in `test/slow`. docs/internals/testing.md tells which are which.
 */
const isSlow = process.env['ZONEWRIGHT_TEST_LANE'] === 'slow';

/** How much of a test each lane runs. */
interface Lanes<T> {
  /** In `npm test`. */
  readonly share: T;
  /** In `npm run test:slow`. */
  readonly whole: T;
}

/** What this lane runs. */
export function inLane<T>({ share, whole }: Lanes<T>): T {
  return isSlow ? whole : share;
}
