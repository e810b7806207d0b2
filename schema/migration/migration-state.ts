/**
 * The states that a zone's migration goes through, one way (docs/internals/service.md 7.1). `finishing` is between the last two.
 */
export const MIGRATION_STATES = ['start', 'validation', 'finishing', 'finished'] as const;

export type MigrationState = (typeof MIGRATION_STATES)[number];

/** The target states that a configuration can declare. */
export const TARGET_STATES = ['validation', 'finished'] as const;

/** A target state that a configuration can declare: `validation` or `finished`. */
export type TargetState = (typeof TARGET_STATES)[number];

/** The service's terms for them, from its documentation and from public reports (docs/internals/service.md 7.5). */
const WORDS: Readonly<Record<string, MigrationState>> = {
  start: 'start',
  default: 'start',
  validation: 'validation',
  pending: 'finishing',
  finished: 'finished',
  complete: 'finished',
};

/** All terms that are known. */
export const MIGRATION_WORDS: readonly string[] = Object.keys(WORDS);

/** The state that a term of the service means; undefined for an unknown term. */
export function migrationState(word: string): MigrationState | undefined {
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

/** Whether the migration has finished or can no longer be stopped. */
export function isIrreversible(state: MigrationState): boolean {
  return state === 'finishing' || state === 'finished';
}

/** Whether the declared target is still ahead and has to be started. `finishing` counts as started. */
export function isAhead(target: TargetState, state: MigrationState): boolean {
  return state === 'start' || (state === 'validation' && target === 'finished');
}

/** Whether reaching the declared target would mean going back. */
export function isBackwards(target: TargetState, state: MigrationState): boolean {
  return target === 'validation' && (state === 'finishing' || state === 'finished');
}

/**
 * The steps of a plan at the service. `finish` is the one that cannot be undone; `wait for the finish` continues one
 * that has already begun, and `skip` creates the object of a zone that cannot migrate.
 */
export const MIGRATION_STEPS = [
  'delete URI overrides',
  'begin validation',
  'finish',
  'wait for the finish',
  'save rules',
  'take over',
  'skip',
] as const;

export type MigrationStep = (typeof MIGRATION_STEPS)[number];
