import { runRound, type Counts } from './run/round';
import { createRoundPlace } from './run/round-place';
import { startCampaignService } from './run/service';
import type { Scenario } from './scenario/scenario';

export interface CampaignReport {
  readonly counts: Counts;
  /** What a broken round says of itself; empty where every promise was kept. */
  readonly broken: string;
}

/**
 * Runs rounds one after the other, until one breaks a promise.
 *
 * @param onRound is told how many rounds have run; no further one begins where it returns false
 */
export async function runCampaign(
  scenarios: Iterable<Scenario>,
  onRound: (done: number) => boolean = () => true,
): Promise<CampaignReport> {
  const counts: Counts = {};
  const [service, place] = [await startCampaignService(), await createRoundPlace()];
  try {
    for (const scenario of scenarios) {
      const violations = await runRound(scenario, service, place, counts);
      if (violations.length > 0) return { counts, broken: told(scenario, violations, place.folder) };
      if (!onRound(counts['rounds'] ?? 0)) break;
    }
    place.remove();
    return { counts, broken: '' };
  } finally {
    place.end();
    await service.emulator.close();
  }
}

/** What was broken, where its files are, and how to run it again. */
function told(
  { seed, size, zones, steps }: Scenario,
  violations: readonly { readonly kind: string; readonly text: string }[],
  folder: string,
): string {
  return [
    `Seed ${seed} breaks a promise:`,
    ...violations.map(({ kind, text }) => `  ${kind}: ${text}`),
    `On zones ${JSON.stringify(zones)}:`,
    ...steps.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`),
    `Its program, state and transcript: ${folder}`,
    `Again: npm run campaign -- --seed=${seed} --size=${size} --rounds=1`,
    `From a file, to leave steps out: npm run campaign -- --scenario=${folder}/scenario.json`,
  ].join('\n');
}

/** In the order of their names, those of one kind beside each other. */
export function printedCounts(counts: Counts): string {
  return Object.entries(counts)
    .sort()
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
