import { mutated } from './mutate';
import { seededRandom } from './random';
import { judge, type Finding } from './judge';
import type { Target } from './target';

export interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
  /** Ends the run early, with what was found. @default 1 */
  readonly mostFindings?: number;
}

export interface FuzzReport {
  readonly target: string;
  /** How many inputs were decoded; fewer than asked for when the run ended early. */
  readonly inputs: number;
  readonly refused: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** The slowest input, in milliseconds. */
  readonly slowest: number;
  /** What the heap grew by from the first quarter of the inputs to their end, in bytes; after collection where it can be asked for. */
  readonly growth: number;
  readonly findings: readonly Finding[];
}

/** Decodes the seeds, and then inputs that are made of them. The same seed makes the same inputs. */
export async function runTarget(target: Target, options: FuzzOptions): Promise<FuzzReport> {
  const { inputs, seed, mostFindings = 1 } = options;
  const random = seededRandom(seed);
  const seeds = await target.seeds();
  const material = { ...target, seeds };
  const findings: Finding[] = [];
  const counts = { inputs: 0, refused: 0, bytes: 0, slowest: 0 };
  const begin = performance.now();
  let heap = 0;
  while (counts.inputs < inputs && findings.length < mostFindings) {
    const input = seeds[counts.inputs] ?? mutated(material, random);
    const judged = judge(target, input);
    const { refused, milliseconds, finding } = judged instanceof Promise ? await judged : judged;
    counts.inputs += 1;
    counts.bytes += input.length;
    if (refused) counts.refused += 1;
    if (milliseconds > counts.slowest) counts.slowest = milliseconds;
    if (finding) findings.push(finding);
    if (counts.inputs === Math.ceil(inputs / 4)) heap = heapUsed();
  }
  const milliseconds = performance.now() - begin;
  return { target: target.name, ...counts, milliseconds, growth: heapUsed() - heap, findings };
}

function heapUsed(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed: used, external } = process.memoryUsage();
  return used + external;
}
