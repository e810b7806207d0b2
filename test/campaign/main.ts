import { readFileSync } from 'node:fs';
import { runCampaign, toldBroken } from './campaign';
import { printedCounts } from './run/counts';
import { runRound } from './run/round';
import { createRoundPlace, createTemplate } from './run/round-place';
import { startCampaignService } from './run/service';
import type { Scenario } from './scenario/scenario';

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The value of an environment variable or argument: `--rounds=100`, or ZONEWRIGHT_CAMPAIGN_ROUNDS. */
function setting(name: string): string | undefined {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given?.slice(name.length + 3) ?? process.env[`ZONEWRIGHT_CAMPAIGN_${name.toUpperCase()}`];
}

function count(name: string, otherwise: number): number {
  const text = setting(name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number; seen: ${text}`);
  return value;
}

async function replay(path: string): Promise<number> {
  const service = await startCampaignService();
  const scenario = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
  const place = createRoundPlace(await createTemplate());
  const { violations, folder, counts } = await runRound(scenario, service, place);
  place.end();
  for (const { kind, text } of violations) tell(`${kind}: ${text}`);
  tell(violations.length === 0 ? 'The round keeps its promises.' : folder);
  tell(printedCounts(counts));
  await service.emulator.close();
  return violations.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const scenario = setting('scenario');
  if (scenario !== undefined) return replay(scenario);
  const seconds = count('seconds', 0);
  const since = performance.now();
  const { counts, broken, seeds } = await runCampaign({
    rounds: count('rounds', 1000),
    seed: count('seed', 1),
    workers: count('workers', 1),
    mostBroken: count('broken', 1),
    size: setting('size') === 'short' ? 'short' : 'long',
    ...(seconds > 0 ? { budgetMs: seconds * 1000 } : {}),
    onBroken: (one) => tell(`${toldBroken(one)}\n`),
    onRound: (done) => {
      if (done % 50 === 0) tell(`${done} rounds, ${Math.round((performance.now() - since) / 1000)} s`);
    },
  });
  const took = (performance.now() - since) / 1000;
  tell(`seeds ${seeds.first} to ${seeds.last}, ${took.toFixed(0)} s, broken rounds ${broken.length}`);
  tell(printedCounts(counts));
  return broken.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(2);
  },
);
