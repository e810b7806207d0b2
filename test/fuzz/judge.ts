import type { Target } from './target';

export interface Judgement {
  readonly refused: boolean;
  /** What the decoder took. */
  readonly milliseconds: number;
  /** What is wrong with the input, if the decoder does not take it as it should. */
  readonly what?: string;
}

/** What takes no longer is not measured. */
const QUICK_MS = 50;

/** How often a slow input is decoded again before it counts: something else may have had the processor. */
const PATIENCE = 10;

const UNIT_BYTES = 8 * 1024;

/**
 * The unit of what decoding may take, so that a slow machine finds no more than a quick one: work that grows with the
 * square of 8 kB. For the square of the largest input it is 16 units, and that input may take six.
 */
export function unitOfWork(): number {
  const bytes = Buffer.alloc(UNIT_BYTES, 1);
  let sum = 0;
  for (let from = 0; from < UNIT_BYTES; from += 1)
    for (let at = from; at < UNIT_BYTES; at += 1) sum += bytes[at] ?? 0;
  return sum;
}

/** Decodes one input. A promise only where the decoder returns one. */
export function judge(target: Target, input: Buffer): Judgement | Promise<Judgement> {
  const begin = performance.now();
  let error: unknown;
  try {
    const decoded = target.decode(input);
    if (decoded instanceof Promise)
      return decoded.then(
        () => judged(target, input, begin, undefined),
        (reason: unknown) => judged(target, input, begin, reason),
      );
  } catch (thrown) {
    error = thrown;
  }
  return judged(target, input, begin, error);
}

function judged(
  target: Target,
  input: Buffer,
  begin: number,
  error: unknown,
): Judgement | Promise<Judgement> {
  const milliseconds = performance.now() - begin;
  const refused = (target.refusals ?? []).some((refusal) => error instanceof refusal);
  const what = fault(error, refused) ?? pollution();
  if (what !== undefined) return { refused, milliseconds, what };
  if (milliseconds <= QUICK_MS) return { refused, milliseconds };
  const limit = 2 + input.length / UNIT_BYTES;
  return unitsOf(target, input, limit).then((units) => ({
    refused,
    milliseconds,
    ...(units > limit && {
      what:
        `took ${Math.round(units)} times as long as quadratic work on ${UNIT_BYTES} bytes, for ${input.length} bytes; ` +
        `the limit is ${Math.floor(limit)} times`,
    }),
  }));
}

function fault(error: unknown, refused: boolean): string | undefined {
  if (error === undefined || refused) return undefined;
  return error instanceof Error ? (error.stack ?? String(error)) : `threw ${String(error)}`;
}

/** The least processor time that it takes of several tries, in units: what the machine did beside it does not count. */
async function unitsOf(target: Target, input: Buffer, limit: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < PATIENCE && least > limit; tries++) {
    const unit = await processorTime(unitOfWork);
    least = Math.min(least, (await processorTime(() => target.decode(input))) / unit);
  }
  return least;
}

export async function processorTime(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  try {
    await work();
  } catch {
    // Judged already.
  }
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}

const PLAIN = Object.getOwnPropertyNames(Object.prototype).length;

/** Whether an input got at what all objects share. */
function pollution(): string | undefined {
  for (const name in {}) return `Object.prototype has ${JSON.stringify(name)}`;
  if (Object.getOwnPropertyNames(Object.prototype).length === PLAIN) return undefined;
  return 'Object.prototype has other members than before';
}
