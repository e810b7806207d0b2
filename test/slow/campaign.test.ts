import { runCampaign, toldBroken } from '../campaign/campaign';
import { printedCounts } from '../campaign/run/counts';

/** Long rounds: the seeds of a failure are printed. `npm run campaign` runs any number of them, with any seeds. */
const ROUNDS = 200;
const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? 1);

test(`${ROUNDS} random rounds keep the promise (ZONEWRIGHT_TEST_SEED=${SEED})`, async () => {
  const { broken, counts } = await runCampaign({ rounds: ROUNDS, seed: SEED });
  expect(broken.map(toldBroken)).toEqual([]);
  expect(counts.rounds).toBe(ROUNDS);
  process.stdout.write(`${printedCounts(counts)}\n`);
}, 3_600_000);
