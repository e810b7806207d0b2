import fc from 'fast-check';
import { FUZZ_SEED } from '../fuzz/batches';
import type { Emulator } from '../../../emulator';
import { createEmulator } from '../../../emulator';
import { fuzzedZones } from '../fuzz/fuzzed-zones';
import type { Step, Taken } from './steps';
import { stepOf, takeStep } from './steps';

const FINISH_SECONDS = 60;

export function newEmulator(): Emulator {
  return createEmulator({ seed: fuzzedZones(FINISH_SECONDS) });
}

/** Random sequences of steps; long ones come as often as short ones. */
export const sequence: fc.Arbitrary<readonly Step[]> = fc.array(stepOf(), { maxLength: 60, size: 'max' });

/**
 * Takes random sequences of steps and looks after each step, with what was seen before it.
 *
 * @returns what became of all the steps
 */
export async function lookAfterEachStep<T>(
  see: (emulator: Emulator) => T,
  expectKept: (before: T, after: T, taken: Taken) => void,
): Promise<readonly Taken[]> {
  const all: Taken[] = [];
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const emulator = newEmulator();
      let before = see(emulator);
      for (const step of steps) {
        const taken = await takeStep(emulator, step);
        all.push(taken);
        const after = see(emulator);
        expectKept(before, after, taken);
        before = after;
      }
    }),
    { numRuns: 45, seed: FUZZ_SEED },
  );
  return all;
}
