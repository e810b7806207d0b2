import fc from 'fast-check';
import { campaign, kills } from '../e2e/orphaned-providers';

/** How many: ZONEWRIGHT_KILLS; which: ZONEWRIGHT_TEST_SEED. */
const COUNT = Number(process.env['ZONEWRIGHT_KILLS'] ?? 500);
const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? 1);

test(`no provider is left after one of ${COUNT} kill -9 of its engine`, async () => {
  const { hits, orphans, folders } = await campaign(
    fc.sample(kills(['SIGKILL']), { numRuns: COUNT, seed: SEED }),
  );
  process.stdout.write(`seed ${SEED}: ${COUNT} kills, ${hits} hits, ${orphans.length} orphans\n`);
  expect({ seed: SEED, hits, orphans, folders }).toEqual({
    seed: SEED,
    hits: COUNT,
    orphans: [],
    folders: 0,
  });
}, 3_600_000);
