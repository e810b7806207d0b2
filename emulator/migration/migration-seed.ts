import { isObject, type JsonObject, present } from '../checks/json';
import type { Reader } from '../checks/reader';
import * as is from '../checks/shape';
import type { StoredPart, SeedContext } from '../service/part';
import { type Migration, type MigrationState, finishTime } from './migration';

/** The migration of a zone in a seed. */
export interface MigrationDocument {
  /** @default 'start' */
  readonly state?: MigrationState;
  /** When the state began, ISO 8601 in UTC; not for `start`. @default - the time of the seed */
  readonly since?: string;
  /** When `finishing` ends, ISO 8601 in UTC. @default - `since` and the option finish_seconds */
  readonly finishes_at?: string;
  /**
   * The configuration as the service generated it (docs/internals/service.md 7.4), until the previous settings change.
   *
   * @default - the emulator generates it
   */
  readonly generated?: JsonObject;
}

const STATES = ['start', 'validation', 'finishing', 'finished'] as const satisfies readonly MigrationState[];

/** The configuration is kept as it is, in the order of its members. */
const GENERATED: is.Shape<JsonObject> = (reader) => {
  const rules = reader.isObjectOf(['name', 'rules']) ? reader.required('rules') : undefined;
  rules?.items();
  return isObject(reader.value) ? reader.value : undefined;
};

const MIGRATION = is.object({
  state: is.optional(is.oneOf(STATES), 'start'),
  since: is.optional(is.time),
  finishes_at: is.optional(is.time),
  generated: is.optional(GENERATED),
});

type SentMigration = NonNullable<ReturnType<typeof MIGRATION>>;

/**
 * The migration in seeds and snapshots. A zone in any state is accepted as it is, with and without an entry-point
 * ruleset; a state that its plan does not allow is refused (docs/internals/service.md 7.1).
 */
export const STORED_MIGRATION: StoredPart<MigrationDocument> = {
  member: 'migration',
  read: (reader, context) => {
    const sent = reader && MIGRATION(reader);
    if (reader === undefined || sent === undefined) return () => ({ migration: { state: 'start' } });
    refuseMisplaced(reader, sent, context);
    const generated = present({ generated: sent.generated });
    return ({ clock }) => ({ migration: migrationIn(sent, clock.now(), context), ...generated });
  },
  write: ({ migration, generated }) => ({
    state: migration.state,
    ...('since' in migration && { since: written(migration.since) }),
    ...('finishesAt' in migration && { finishes_at: written(migration.finishesAt) }),
    ...(generated !== undefined && { generated }),
  }),
  // A patch that resets a migration to its start removes the times of its state, and one of the previous settings what
  // the service generated from them, unless it sets them.
  patchBase: ({ generated, ...stored }, patch) => {
    const own = patch['migration'];
    if (isObject(own) && own['state'] === 'start') return { state: 'start' };
    return { ...stored, ...(generated !== undefined && !('previous_waf' in patch) && { generated }) };
  },
};

/** What the state or the plan does not allow. */
function refuseMisplaced(
  reader: Reader,
  { state, since, finishes_at: finishesAt }: SentMigration,
  { plan }: SeedContext,
): void {
  const refuse = (name: string, reason: string): void => reader.member(name).refuse(reason);
  if (state === 'validation' && plan !== 'enterprise')
    refuse('state', `zones of the ${plan} plan migrate in one step; only enterprise zones have validation`);
  if (since !== undefined && state === 'start') refuse('since', 'a migration that has not begun has no time');
  if (finishesAt === undefined) return;
  if (state !== 'finishing')
    refuse('finishes_at', "only the state 'finishing' has a time at which it finishes");
  if (since !== undefined && finishesAt < since) refuse('finishes_at', 'it must not be before since');
}

function migrationIn(
  { state, since, finishes_at: finishesAt }: SentMigration,
  now: number,
  { settings }: SeedContext,
): Migration {
  if (state === 'start') return { state };
  const begun = since ?? Math.min(now, finishesAt ?? now);
  if (state !== 'finishing') return { state, since: begun };
  return { state, since: begun, finishesAt: finishesAt ?? finishTime(begun, settings) };
}

function written(time: number): string {
  return new Date(time).toISOString();
}
