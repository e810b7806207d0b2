import { runTarget, type FuzzReport } from './run-target';
import { judge } from './judge';
import { TARGETS } from './targets';
import type { Target } from './target';

/** What the tests want to know of one target. */
export interface TargetReport extends Pick<FuzzReport, 'target' | 'inputs' | 'growth'> {
  /** What is wrong, each with its input in base64. */
  readonly findings: readonly string[];
  /** How many real messages there are, and how many of them are decoded. */
  readonly seeds: number;
  readonly decoded: number;
}

/**
 * Decodes damaged inputs and real messages: `report.ts INPUTS SEED TARGET …`. Prints a `TargetReport` in JSON for each
 * target, a line each.
 */
async function main([inputs, seed, ...names]: readonly string[]): Promise<void> {
  for (const target of TARGETS.filter(({ name }) => names.includes(name))) {
    const options = { inputs: Number(inputs), seed: Number(seed) };
    const report: TargetReport = await reported(target, options);
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }
}

async function reported(target: Target, options: { inputs: number; seed: number }): Promise<TargetReport> {
  const { inputs, growth, findings } = await runTarget(target, options);
  const seeds = await target.seeds();
  let decoded = 0;
  for (const seed of seeds) if (!(await judge(target, seed)).refused) decoded += 1;
  return {
    ...{ target: target.name, inputs, growth, seeds: seeds.length, decoded },
    findings: findings.map(({ what, input }) => `${what}\nbase64: ${input.toString('base64')}`),
  };
}

void main(process.argv.slice(2));
