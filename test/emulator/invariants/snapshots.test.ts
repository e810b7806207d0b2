import { inLane } from '../../support/lane';
import fc from 'fast-check';
import { FUZZ_SEED } from '../fuzz/batches';
import type { Emulator } from '../../../emulator';
import { createEmulator } from '../../../emulator';
import { expectSameDocument } from '../same-document';
import { newEmulator, sequence } from './run-steps';
import type { Step } from './steps';
import { takeStep } from './steps';

// Many requests: a busy machine takes longer than for other tests.
async function after(steps: readonly Step[]): Promise<Emulator> {
  const emulator = newEmulator();
  for (const step of steps) await takeStep(emulator, step);
  return emulator;
}

const RUNS = inLane({ share: 8, whole: 25 });

describe('random sequences of operations', () => {
  it('end in the same state, with the same deliveries, when run again', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const [one, other] = [await after(steps), await after(steps)];
        expectSameDocument(other.control.snapshot(), one.control.snapshot());
        expectSameDocument(other.control.destinations.files(), one.control.destinations.files());
      }),
      { numRuns: RUNS, seed: FUZZ_SEED },
    );
  });

  it('continue in the same way from a restored snapshot as without it', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, sequence, async (first, then) => {
        const one = await after(first);
        const other = createEmulator({ seed: one.control.snapshot() });
        for (const step of then) for (const emulator of [one, other]) await takeStep(emulator, step);
        expectSameDocument(other.control.snapshot(), one.control.snapshot());
      }),
      { numRuns: RUNS, seed: FUZZ_SEED },
    );
  });
});
