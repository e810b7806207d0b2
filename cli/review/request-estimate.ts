import {
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
} from '../../schema';
import type { Change, RequestEstimate } from './model';

/**
 * How many requests apply sends for one object: the table of docs/performance.md ("Requests"), which a test holds to
 * what the provider sends.
 */
export const APPLY_REQUESTS = {
  fields: { create: 2, adopt: 4, update: 2, destroy: 2 },
  /**
   * The first creation in a zone also reads the fields of the dataset, and the zone's jobs twice: when it is planned once
   * more, and right before it. The second list serves the creations of some seconds.
   */
  job: { firstCreation: 3, create: 1, update: 2, destroy: 1 },
  managedRules: { create: 4, adopt: 5, update: 2, destroy: 2 },
  migration: {
    beginValidation: 14,
    finishFromValidation: 13,
    finishFromStart: 14,
    /** And one for each override. */
    deleteUriOverrides: 16,
    saveRules: { validation: 11, finished: 9, skipped: 15 },
    takeOver: 6,
    /** With `on_incompatible = "skip"`: apply looks for the obstacles again. */
    skip: { start: 13, validation: 12 },
    /** Only the state changes. */
    noStep: { validation: 7, finished: 5 },
    /** It leaves the state, and the zone stays as it is. */
    destroy: 0,
  },
  /** A data source that is read during apply; those of a migration read more than once. */
  read: 1,
} as const;

/** The service's limit for each user (docs/service.md 2.4). */
export const REQUEST_LIMIT = { requests: 1200, minutes: 5 } as const;

/** The service takes up to an hour for a migration's end (docs/service.md 7.5). */
export const LONGEST_FINISH_MINUTES = 60;

/** What the changes of all plans need: the requests of apply, and the waits. */
export function estimateRequests(changes: readonly Change[], reads: number): RequestEstimate {
  const ours = changes.filter((change) => change.ours);
  const counts = ours.map(requestsOf);
  const apply = sum(counts.map((count) => count ?? 0)) + firstCreations(ours) + reads * APPLY_REQUESTS.read;
  const waits = ours.filter(({ migration }) => migration?.waits === true).length;
  return {
    apply,
    minutes: Math.ceil((apply * REQUEST_LIMIT.minutes) / REQUEST_LIMIT.requests),
    not_counted: counts.filter((count) => count === undefined).length,
    waits,
    wait_minutes: waits === 0 ? 0 : LONGEST_FINISH_MINUTES,
  };
}

/** The requests of one change; undefined when none are documented for its type. */
function requestsOf(change: Change): number | undefined {
  if (change.kind === 'forget') return 0;
  switch (change.type) {
    case logCustomFieldsSchema.type:
      return plainRequests(change, APPLY_REQUESTS.fields);
    case logpushJobSchema.type:
      return plainRequests(change, { ...APPLY_REQUESTS.job, adopt: APPLY_REQUESTS.job.create });
    case managedRulesSchema.type:
      return plainRequests(change, APPLY_REQUESTS.managedRules);
    case managedRulesMigrationSchema.type:
      return migrationRequests(change);
    default:
      return undefined;
  }
}

function plainRequests(
  change: Change,
  requests: Readonly<Record<'create' | 'adopt' | 'update' | 'destroy', number>>,
): number {
  switch (change.kind) {
    case 'destroy':
      return requests.destroy;
    case 'replace':
      return requests.destroy + requests.create;
    case 'create':
      return requests.create;
    case 'adopt':
      if (change.action === 'create') return requests.adopt;
      return change.action === 'update' ? requests.update : 0;
    default:
      return change.action === 'update' ? requests.update : 0;
  }
}

function migrationRequests({ kind, action, migration }: Change): number {
  const requests = APPLY_REQUESTS.migration;
  if (kind === 'destroy' || migration === null) return requests.destroy;
  if (action === 'no-op') return 0;
  switch (migration.step) {
    case 'begin validation':
      return requests.beginValidation;
    case 'finish':
      return migration.from === 'start' ? requests.finishFromStart : requests.finishFromValidation;
    case 'delete URI overrides':
      return requests.deleteUriOverrides + migration.deleted_uri_overrides.length;
    case 'save rules':
      if (migration.skipped_because.length > 0) return requests.saveRules.skipped;
      return requests.saveRules[migration.to === 'finished' ? 'finished' : 'validation'];
    case 'take over':
    case 'wait for the finish':
      return requests.takeOver;
    default:
      if (migration.skipped_because.length > 0) {
        return requests.skip[migration.to === 'start' ? 'start' : 'validation'];
      }
      return requests.noStep[migration.to === 'finished' ? 'finished' : 'validation'];
  }
}

/** The requests that the jobs created in one zone share. */
function firstCreations(changes: readonly Change[]): number {
  const created = changes.filter(
    ({ type, action }) => type === logpushJobSchema.type && (action === 'create' || action === 'replace'),
  );
  const zones = new Set(created.map(({ stack, zone, address }) => `${stack}\n${zone?.id ?? address}`));
  return zones.size * APPLY_REQUESTS.job.firstCreation;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
