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

type See<T> = (emulator: Emulator) => T;

/** A view of the emulator at one moment; each is made once. */
type Look = <T>(see: See<T>) => T;

function lookAt(emulator: Emulator): Look {
  const seen = new Map<unknown, unknown>();
  return <T>(see: See<T>): T => {
    if (!seen.has(see)) seen.set(see, see(emulator));
    return seen.get(see) as T;
  };
}

/** What has to hold after each step. */
export interface Invariant {
  /** Begins with a new emulator. @returns what to call after each step */
  readonly watch: (look: Look) => (look: Look, taken: Taken) => void;
}

/** An invariant about what was seen after a step, with what was seen before it. */
export function invariant<T>(
  see: See<T>,
  expectKept: (before: T, after: T, taken: Taken) => void,
): Invariant {
  return {
    watch: (first) => {
      let before = first(see);
      return (look, taken) => {
        const after = look(see);
        expectKept(before, after, taken);
        before = after;
      };
    },
  };
}

/** Takes the random sequences of steps, always the same ones. @returns what became of all the steps */
async function takeAll(watch: Invariant['watch']): Promise<readonly Taken[]> {
  const all: Taken[] = [];
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const emulator = newEmulator();
      const lookAgain = watch(lookAt(emulator));
      for (const step of steps) {
        const taken = await takeStep(emulator, step);
        all.push(taken);
        lookAgain(lookAt(emulator), taken);
      }
    }),
    { numRuns: 45, seed: FUZZ_SEED },
  );
  return all;
}

/** Takes random sequences of steps and looks after each step. Fails with the shortest sequence that breaks it. */
export async function expectInvariant({ watch }: Invariant): Promise<void> {
  await takeAll(watch);
}

/** Looks at many invariants while the sequences are taken once. */
export async function brokenInvariants(
  invariants: readonly Invariant[],
): Promise<{ readonly taken: readonly Taken[]; readonly broken: ReadonlySet<Invariant> }> {
  const broken = new Set<Invariant>();
  const taken = await takeAll((first) => {
    const watches = invariants.map((each) => ({ each, lookAgain: each.watch(first) }));
    return (look, step) => {
      for (const { each, lookAgain } of watches.filter((watch) => !broken.has(watch.each))) {
        try {
          lookAgain(look, step);
        } catch {
          broken.add(each);
        }
      }
    };
  });
  return { taken, broken };
}
