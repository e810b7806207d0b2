import fc from 'fast-check';

/** Where in the life of an apply it is killed. */
export type Moment =
  /** At some time after the first request, wherever that is. */
  | { readonly kind: 'some time' }
  /** At some time after the first write took effect: zones are written, wait, or are not begun. */
  | { readonly kind: 'some time after a write' }
  /** When a read is answered, in the plan or in the apply: before anything is written. */
  | { readonly kind: 'reading' }
  /** When a write has reached the service, which carries it out at once, or when everything else is over. */
  | { readonly kind: 'write sent'; readonly carriedOut: 'at once' | 'late' }
  /** When a write took effect, before its answer is sent. */
  | { readonly kind: 'write in effect' }
  /** While the service takes its time to finish. */
  | { readonly kind: 'waiting' }
  /** When the service has said that a zone is where it should be: around the writing of the state. */
  | { readonly kind: 'reached' }
  /** When the service cuts the connection of a write. */
  | { readonly kind: 'cut'; readonly moment: 'before-write' | 'after-write'; readonly times: number };

export interface Kill {
  /** Who ends with SIGKILL; nobody when the cut connection is all. */
  readonly victim: 'engine' | 'provider' | 'nobody';
  readonly moment: Moment;
  /** From 0 to 1: how far into the apply, for a moment that has no place of its own. */
  readonly fraction: number;
  /** Whether zones are brought on their way one after the other, so that others have not begun. */
  readonly oneByOne: boolean;
  /** Whether a saved plan is applied. */
  readonly savedPlan: boolean;
}

export type Cause = 'engine' | 'provider' | 'connection';

export function causeOf({ victim, moment }: Pick<Kill, 'victim' | 'moment'>): Cause {
  return moment.kind === 'cut' || victim === 'nobody' ? 'connection' : victim;
}

const PROGRAMS = ['engine', 'provider'] as const;

/** How often each program is killed at each moment. */
const OF_A_PROGRAM: readonly (readonly [Moment, number])[] = [
  [{ kind: 'some time' }, 3],
  [{ kind: 'some time after a write' }, 2],
  [{ kind: 'reading' }, 2],
  [{ kind: 'write sent', carriedOut: 'at once' }, 2],
  [{ kind: 'write sent', carriedOut: 'late' }, 1],
  [{ kind: 'write in effect' }, 3],
  [{ kind: 'waiting' }, 2],
  [{ kind: 'reached' }, 2],
];

/** How often a connection is cut, and who is killed at that very moment. */
const OF_THE_CONNECTION: readonly (readonly [Kill['victim'], Moment, number])[] = [
  ['engine', { kind: 'cut', moment: 'after-write', times: 1 }, 5],
  ['provider', { kind: 'cut', moment: 'after-write', times: 1 }, 5],
  ['engine', { kind: 'cut', moment: 'before-write', times: 1 }, 1],
  ['provider', { kind: 'cut', moment: 'before-write', times: 1 }, 1],
  ['nobody', { kind: 'cut', moment: 'after-write', times: 1 }, 2],
  ['nobody', { kind: 'cut', moment: 'after-write', times: 3 }, 1],
  ['nobody', { kind: 'cut', moment: 'before-write', times: 1 }, 1],
  ['nobody', { kind: 'cut', moment: 'before-write', times: 3 }, 1],
];

/** Every kill that there is to be, in equal parts by cause. */
const KILLS: readonly Pick<Kill, 'victim' | 'moment'>[] = [
  ...PROGRAMS.flatMap((victim) =>
    OF_A_PROGRAM.flatMap(([moment, count]) => Array.from({ length: count }, () => ({ victim, moment }))),
  ),
  ...OF_THE_CONNECTION.flatMap(([victim, moment, count]) =>
    Array.from({ length: count }, () => ({ victim, moment })),
  ),
];

export const KILLS_OF_EACH_CAUSE = KILLS.length / 3;

const all = fc.shuffledSubarray([...KILLS], { minLength: KILLS.length });

const chance = fc.record({
  fraction: fc.noBias(fc.integer({ min: 0, max: 999 })).map((thousandths) => thousandths / 1000),
  oneByOne: fc.boolean(),
  // A saved plan is quicker: it is applied again until a state was written.
  savedPlan: fc.noBias(fc.integer({ min: 0, max: 3 })).map((drawn) => drawn > 0),
});

/** All kills, in an order and with circumstances that follow from the seed. */
export function killsInDisorder(seed: number): readonly Kill[] {
  const kills = fc.sample(all, { seed, numRuns: 1 }).flat();
  const chances = fc.sample(chance, { seed, numRuns: kills.length });
  return kills.flatMap((kill, index) => {
    const drawn = chances[index];
    return drawn === undefined ? [] : [{ ...kill, ...drawn, oneByOne: isOneByOne(kill, drawn) }];
  });
}

/** The first kills of each cause. */
export function someOfEachCause(kills: readonly Kill[], count: number): readonly Kill[] {
  const causes = kills.map(causeOf);
  return kills.filter(
    (kill, index) => causes.slice(0, index).filter((cause) => cause === causeOf(kill)).length < count,
  );
}

/** Mostly where a write is met, so that there are others left to be met. */
function isOneByOne(
  { victim, moment }: Pick<Kill, 'victim' | 'moment'>,
  { oneByOne, fraction }: Pick<Kill, 'oneByOne' | 'fraction'>,
): boolean {
  switch (moment.kind) {
    case 'some time':
    case 'reading':
    case 'waiting':
      return oneByOne;
    case 'some time after a write':
    case 'write sent':
    case 'write in effect':
    case 'reached':
    case 'cut':
      return victim !== 'nobody' && fraction > 0.2;
  }
}
