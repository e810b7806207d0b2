import { runCampaign, toldBroken } from '../campaign/campaign';
import { printedCounts } from '../campaign/run/counts';

/** Long rounds, with other seeds every day: the seeds of a failure are printed. `npm run campaign` runs any number of them. */
const DAY_MS = 86_400_000;
const ROUNDS = 200;
const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? Math.floor(Date.now() / DAY_MS) * ROUNDS);

test(`${ROUNDS} random rounds keep the promise (ZONEWRIGHT_TEST_SEED=${SEED})`, async () => {
  const { broken, counts } = await runCampaign({ rounds: ROUNDS, seed: SEED });
  expect(broken.map(toldBroken)).toEqual([]);
  expect(counts.rounds).toBe(ROUNDS);
  process.stdout.write(`${printedCounts(counts)}\n`);
}, 3_600_000);
