/** The states that a zone's migration goes through, one way (docs/service.md 7.1). `finishing` is between the last two. */
export const MIGRATION_STATES = ['start', 'validation', 'finishing', 'finished'] as const;

export type MigrationState = (typeof MIGRATION_STATES)[number];

/** What a migration can be declared to reach. */
export const TARGET_STATES = ['validation', 'finished'] as const;

/** A state that a migration can be declared to reach: `validation` or `finished`. */
export type TargetState = (typeof TARGET_STATES)[number];

/** The words that the service has for them: of the specification, and of public reports (docs/service.md 7.5). */
const WORDS: Readonly<Record<string, MigrationState>> = {
  start: 'start',
  default: 'start',
  validation: 'validation',
  pending: 'finishing',
  finished: 'finished',
  complete: 'finished',
};

/** All words that are understood. */
export const MIGRATION_WORDS: readonly string[] = Object.keys(WORDS);

/** The state that a word of the service means; undefined for a word that nobody has seen yet. */
export function migrationState(word: string): MigrationState | undefined {
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

/** Whether a migration is past a point from which the service offers no way back. */
export function isUnderWay(state: MigrationState): boolean {
  return state !== 'start';
}

/** Whether the migration has finished, or cannot be kept from it any more. */
export function isIrreversible(state: MigrationState): boolean {
  return state === 'finishing' || state === 'finished';
}

/** Whether what is declared is still ahead of the state, and so has to be begun. Finishing counts as begun. */
export function isAhead(target: TargetState, state: MigrationState): boolean {
  return state === 'start' || (state === 'validation' && target === 'finished');
}

/** Whether reaching what is declared would mean going back. */
export function isBackwards(target: TargetState, state: MigrationState): boolean {
  return target === 'validation' && (state === 'finishing' || state === 'finished');
}

/**
 * What a plan does at the service, one step at a time. `finish` is the one that cannot be undone; `wait for the finish`
 * goes on with one that has begun already.
 */
export const MIGRATION_STEPS = [
  'delete URI overrides',
  'begin validation',
  'finish',
  'wait for the finish',
  'save rules',
  'take over',
] as const;

export type MigrationStep = (typeof MIGRATION_STEPS)[number];
