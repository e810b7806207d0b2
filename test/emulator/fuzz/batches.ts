import fc from 'fast-check';

/**
 * The seed of this run: the same requests each time, because what they have to reach is asserted too; other
 * ones with another `FUZZ_SEED`.
 */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 1);

/** How many times more requests are sent than usual. */
const FUZZ_TIMES = Number(process.env['FUZZ_TIMES'] ?? 1);

interface Batch<T> {
  readonly name: string;
  readonly index: number;
  readonly items: readonly T[];
}

/** Batches of this length, each from a seed of its own, made when they are wanted. */
export function* batches<T>(arbitrary: fc.Arbitrary<T>, count: number, length: number): Generator<Batch<T>> {
  for (let index = 0; index < count * FUZZ_TIMES; index += 1) {
    const items = fc.sample(arbitrary, { numRuns: length, seed: FUZZ_SEED + index });
    yield { name: `FUZZ_SEED=${FUZZ_SEED}, batch ${index}`, index, items };
  }
}

const SHOWN_CHARACTERS = 2000;

/** Runs it, and tells of what goes wrong which request it was. @param request makes it once more */
export async function telling<T>(name: string, request: () => Request, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const sent = request();
    const body = (await sent.text()).slice(0, SHOWN_CHARACTERS);
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name}: ${sent.method} ${sent.url}\n${body}\n${message}`, { cause });
  }
}
