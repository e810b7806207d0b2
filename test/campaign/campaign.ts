import { generateScenario } from './scenario/generate';
import { addCounts, noCounts } from './run/counts';
import { runRound, type RoundResult } from './run/round';
import { createRoundPlace, createTemplate } from './run/round-place';
import { startCampaignService } from './run/service';
import type { Scenario } from './scenario/scenario';

export interface CampaignOptions {
  readonly rounds: number;
  /** The seed of the first round; each further round has the next one. */
  readonly seed: number;
  /** No round begins after so many milliseconds. @default - no limit */
  readonly budgetMs?: number;
  /** Rounds at the same time, each with an emulator of its own. @default 1 */
  readonly workers?: number;
  /** The campaign ends after so many broken rounds. @default 1 */
  readonly mostBroken?: number;
  /** Of a round. @default 'long' */
  readonly size?: 'long' | 'short';
  /** Is told of each broken round as soon as it is known. */
  readonly onBroken?: (broken: BrokenRound) => void;
  readonly onRound?: (done: number) => void;
}

export interface BrokenRound {
  readonly seed: number;
  readonly size: 'long' | 'short';
  readonly scenario: Scenario;
  readonly result: RoundResult;
}

/** Runs rounds with one seed after the other. */
export async function runCampaign(options: CampaignOptions) {
  const { rounds, seed, budgetMs = Infinity, workers = 1, mostBroken = 1 } = options;
  const template = await createTemplate();
  const counts = noCounts();
  const broken: BrokenRound[] = [];
  const end = performance.now() + budgetMs;
  let next = 0;
  const work = async (): Promise<void> => {
    const service = await startCampaignService();
    const place = createRoundPlace(template);
    try {
      while (next < rounds && broken.length < mostBroken && performance.now() < end) {
        const own = seed + next;
        next += 1;
        const scenario = generateScenario(own, options.size);
        const result = await runRound(scenario, service, place);
        addCounts(counts, result.counts);
        options.onRound?.(counts.rounds);
        if (result.violations.length === 0) continue;
        const one: BrokenRound = { seed: own, size: options.size ?? 'long', scenario, result };
        broken.push(one);
        options.onBroken?.(one);
      }
    } finally {
      place.end();
      await service.emulator.close();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  if (broken.length === 0) template.remove();
  // The seeds are those of the rounds that ran.
  return { counts, broken, seeds: { first: seed, last: seed + next - 1 } };
}

/** What a broken round says of itself: what was broken, where its files are, and how to run it again. */
export function toldBroken({ seed, size, scenario, result }: BrokenRound): string {
  const steps = scenario.steps.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`);
  return [
    `Seed ${seed} breaks a promise:`,
    ...result.violations.map(({ kind, text }) => `  ${kind}: ${text}`),
    `On zones ${JSON.stringify(scenario.zones)}:`,
    ...steps,
    `Its programs, states and transcript: ${result.folder}`,
    `Again: ZONEWRIGHT_CAMPAIGN_SEED=${seed} ZONEWRIGHT_CAMPAIGN_SIZE=${size} ZONEWRIGHT_CAMPAIGN_ROUNDS=1 npm run campaign`,
    `From a file, to leave steps out: ZONEWRIGHT_CAMPAIGN_SCENARIO=${result.folder}/scenario.json npm run campaign`,
  ].join('\n');
}
