import { judge } from './judge';
import { mutated, seededRandom } from './mutate';
import type { Target } from './target';

export interface FuzzReport {
  readonly target: string;
  /** How many real messages there are, and how many of them are decoded. */
  readonly seeds: number;
  readonly decoded: number;
  /** How many inputs were decoded; fewer than asked for when one was found. */
  readonly inputs: number;
  readonly refused: number;
  readonly milliseconds: number;
  /** The slowest input, in milliseconds. */
  readonly slowest: number;
  /** What the heap grew by from the first quarter of the inputs to their end, in bytes; after collection where it can be asked for. */
  readonly growth: number;
  /** What is wrong with the last input, and the input in base64. */
  readonly finding?: string;
}

/** Decodes the seeds, and then inputs that are made of them. The same seed makes the same inputs. */
export async function runTarget(
  target: Target,
  { inputs, seed }: { readonly inputs: number; readonly seed: number },
): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const seeds = await target.seeds();
  const material = { ...target, seeds };
  const counts = { decoded: 0, inputs: 0, refused: 0, slowest: 0 };
  const begin = performance.now();
  let heap = 0;
  let finding: string | undefined;
  while (counts.inputs < inputs && finding === undefined) {
    const real = seeds[counts.inputs];
    const input = real ?? mutated(material, random);
    const judged = judge(target, input);
    const { refused, milliseconds, what } = judged instanceof Promise ? await judged : judged;
    counts.inputs += 1;
    if (refused) counts.refused += 1;
    else if (real) counts.decoded += 1;
    counts.slowest = Math.max(counts.slowest, milliseconds);
    if (what !== undefined) finding = `${what}\nbase64: ${input.toString('base64')}`;
    if (counts.inputs === Math.ceil(inputs / 4)) heap = heapUsed();
  }
  const milliseconds = performance.now() - begin;
  const report = { target: target.name, seeds: seeds.length, ...counts, milliseconds };
  return { ...report, growth: heapUsed() - heap, ...(finding !== undefined && { finding }) };
}

function heapUsed(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed: used, external } = process.memoryUsage();
  return used + external;
}
