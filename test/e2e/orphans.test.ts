import fc from 'fast-check';
import { inLane } from '../support/lane';
import { campaign, kills } from './orphaned-providers';

/** No provider is left by an engine that ends, at whatever moment. */

const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? 1);

test.each([
  ['kill -9', ['SIGKILL'], inLane({ share: 12, whole: 500 })],
  [
    'a signal that asks it to end',
    ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'],
    inLane({ share: 8, whole: 16 }),
  ],
] as const)('no provider is left after %s of its engine', async (_case, signals, numRuns) => {
  const { hits, orphans, folders } = await campaign(fc.sample(kills([...signals]), { numRuns, seed: SEED }));
  expect({ seed: SEED, hits, orphans, folders }).toEqual({
    ...{ seed: SEED, hits: numRuns },
    ...{ orphans: [], folders: 0 },
  });
});
