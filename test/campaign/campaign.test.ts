import { inLane } from '../support/lane';
import { runCampaign, toldBroken } from './campaign';
import { printedCounts } from './run/counts';

/**
 * Whatever dies and whenever, and whatever others do, the next plan and apply end in the declared state, with no duplicate,
 * nothing lost, and nothing overwritten that the plan did not show. `npm run campaign` runs any number of rounds.
 *
 * The share are thirty short rounds in a row that have nearly every kind of step, edit, fault and kill that can be drawn.
 */
const { rounds, size, ...first } = inLane({
  share: { rounds: 30, size: 'short', seed: 474 } as const,
  whole: { rounds: 200, size: 'long', seed: 1 } as const,
});
const seed = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? first.seed);

test(`${rounds} random rounds keep the promise (ZONEWRIGHT_TEST_SEED=${seed})`, async () => {
  const { broken, counts } = await runCampaign({ rounds, seed, size });
  expect(broken.map(toldBroken)).toEqual([]);
  expect(counts.rounds).toBe(rounds);
  process.stdout.write(`${printedCounts(counts)}\n`);
});
