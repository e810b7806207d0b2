import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printedCounts, runCampaign } from './campaign';
import { randomScenarios } from './scenario/generate';
import type { Scenario } from './scenario/scenario';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: 'Infinity' },
    size: { type: 'string', default: 'long' },
    scenario: { type: 'string' },
  },
});

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}

function numberOf(name: 'rounds' | 'seed' | 'seconds'): number {
  const value = Number(values[name]);
  if (Number.isNaN(value) || value < 0) throw new Error(`${name} must be a number; seen: ${values[name]}`);
  return value;
}

async function main(): Promise<number> {
  const { scenario, size } = values;
  const scenarios =
    scenario === undefined
      ? randomScenarios(numberOf('seed'), numberOf('rounds'), size === 'short' ? 'short' : 'long')
      : [JSON.parse(readFileSync(scenario, 'utf8')) as Scenario];
  const seconds = numberOf('seconds');
  const since = performance.now();
  const { counts, broken } = await runCampaign(scenarios, (done) => {
    const took = (performance.now() - since) / 1000;
    if (done % 50 === 0) tell(`${done} rounds, ${Math.round(took)} s`);
    return took < seconds;
  });
  tell(broken === '' ? 'Every promise was kept.' : broken);
  tell(printedCounts(counts));
  return broken === '' ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(2);
  },
);
