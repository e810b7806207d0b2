import { isObject } from '../checks/json';
import { readTime } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import type { ZonePart, ZonePartContext } from '../seed/zone-part';
import type { Migration, MigrationState } from './migration';
import { finishTime } from './migration';

/** The migration of a zone in a seed. */
export interface MigrationDocument {
  /** @default 'start' */
  readonly state?: MigrationState;
  /** When the state was entered, ISO 8601 in UTC; `start` has none. @default - the time of the seed */
  readonly since?: string;
  /** When `finishing` ends, ISO 8601 in UTC. @default - `since` and the option finish_seconds */
  readonly finishes_at?: string;
}

const MEMBERS = ['state', 'since', 'finishes_at'] as const;

const STATES = ['start', 'validation', 'finishing', 'finished'] as const satisfies readonly MigrationState[];

/**
 * The migration in seeds and snapshots. A zone that is on its way is taken as it is, with and without an
 * entry-point ruleset; what its plan does not allow is refused (docs/service.md 7.1).
 */
export const MIGRATION_PART: ZonePart<Migration, MigrationDocument> = {
  read: (reader, context) => {
    const members = reader?.members(MEMBERS);
    const state = members?.optional('state')?.oneOf(STATES) ?? 'start';
    if (members === undefined) return () => ({ state: 'start' });
    refuseForPlan(members.optional('state'), state, context);
    const { since, finishesAt } = readTimes(members, state);
    return ({ clock }) => {
      const now = clock.now();
      switch (state) {
        case 'start':
          return { state };
        case 'validation':
        case 'finished':
          return { state, since: since ?? now };
        case 'finishing': {
          const begun = since ?? Math.min(now, finishesAt ?? now);
          return {
            state,
            since: begun,
            finishesAt: finishesAt ?? finishTime(begun, context.settings),
          };
        }
      }
    };
  },
  write: (migration) => {
    switch (migration.state) {
      case 'start':
        return { state: migration.state };
      case 'validation':
      case 'finished':
        return { state: migration.state, since: written(migration.since) };
      case 'finishing':
        return {
          state: migration.state,
          since: written(migration.since),
          finishes_at: written(migration.finishesAt),
        };
    }
  },
};

function refuseForPlan(reader: Reader | undefined, state: MigrationState, { plan }: ZonePartContext): void {
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
  if (state === 'start') sinceReader?.refuse('a migration that never began has no time');
  if (state !== 'finishing') finishReader?.refuse("only the state 'finishing' has an end to come");
  if (since !== undefined && finishesAt !== undefined && finishesAt < since)
    finishReader?.refuse('it must not be before since');
  return { since, finishesAt };
}

function written(time: number): string {
  return new Date(time).toISOString();
}

/**
 * What a merge patch of a zone's migration begins with. When it puts the migration back to its start, the times of
 * the state that it was in go, unless the patch names them.
 */
export function migrationPatchBase(stored: MigrationDocument, patch: unknown): MigrationDocument {
  return isObject(patch) && patch['state'] === 'start' ? { state: 'start' } : stored;
}
