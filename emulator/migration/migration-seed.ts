import { isObject, type JsonObject } from '../checks/json';
import { readTime } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
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

const MEMBERS = ['state', 'since', 'finishes_at', 'generated'] as const;

const STATES = ['start', 'validation', 'finishing', 'finished'] as const satisfies readonly MigrationState[];

/**
 * The migration in seeds and snapshots. A zone in any state is accepted as it is, with and without an entry-point
 * ruleset; a state that its plan does not allow is refused (docs/internals/service.md 7.1).
 */
export const STORED_MIGRATION: StoredPart<MigrationDocument> = {
  member: 'migration',
  read: (reader, context) => {
    const members = reader?.members(MEMBERS);
    const state = members?.optional('state')?.oneOf(STATES) ?? 'start';
    if (members === undefined) return () => ({ migration: { state: 'start' } });
    refuseForPlan(members.optional('state'), state, context);
    const times = readTimes(members, state);
    const generated = readGenerated(members.optional('generated'));
    return ({ clock }) => ({ migration: migrationIn(state, times, clock.now(), context), ...generated });
  },
  write: ({ migration, generated }) => ({
    ...stateDocument(migration),
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

function stateDocument(migration: Migration): MigrationDocument {
  const { state } = migration;
  switch (state) {
    case 'start':
      return { state };
    case 'validation':
    case 'finished':
      return { state, since: written(migration.since) };
    case 'finishing':
      return { state, since: written(migration.since), finishes_at: written(migration.finishesAt) };
  }
}

function readGenerated(reader: Reader | undefined): { readonly generated?: JsonObject } {
  const members = reader?.members(['name', 'rules']);
  if (members === undefined) return {};
  members.required('rules')?.items();
  return isObject(reader?.value) ? { generated: reader.value } : {};
}

function migrationIn(
  state: MigrationState,
  { since, finishesAt }: Times,
  now: number,
  { settings }: SeedContext,
): Migration {
  switch (state) {
    case 'start':
      return { state };
    case 'validation':
    case 'finished':
      return { state, since: since ?? now };
    case 'finishing': {
      const begun = since ?? Math.min(now, finishesAt ?? now);
      return { state, since: begun, finishesAt: finishesAt ?? finishTime(begun, settings) };
    }
  }
}

function refuseForPlan(reader: Reader | undefined, state: MigrationState, { plan }: SeedContext): void {
  if (state === 'validation' && plan !== 'enterprise')
    reader?.refuse(`zones of the ${plan} plan migrate in one step; only enterprise zones have validation`);
}

interface Times {
  readonly since: number | undefined;
  readonly finishesAt: number | undefined;
}

function readTimes(members: Members<(typeof MEMBERS)[number]>, state: MigrationState): Times {
  const sinceReader = members.optional('since');
  const finishReader = members.optional('finishes_at');
  const since = readTime(sinceReader);
  const finishesAt = readTime(finishReader);
  if (state === 'start') sinceReader?.refuse('a migration that has not begun has no time');
  if (state !== 'finishing')
    finishReader?.refuse("only the state 'finishing' has a time at which it finishes");
  if (since !== undefined && finishesAt !== undefined && finishesAt < since)
    finishReader?.refuse('it must not be before since');
  return { since, finishesAt };
}

function written(time: number): string {
  return new Date(time).toISOString();
}
