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
