import { type JsonObject, isObject, present } from '../checks/json';
import { LATEST_TIME } from '../service/clock';
import { type Phase, MANAGED_PHASE } from '../rulesets/phases';
import type { Service } from '../service/service';
import type { Model, ServiceSettings } from '../service/settings';
import type { Zone } from '../service/zone';
import { coreRuleSetIsOn, managedPackageIsOn, pageRuleExpressions } from './previous-settings';
import { invalidParameter } from '../service/chosen';
import type { Refusal } from '../service/refusal';
import { migrationIsFinishing, migrationIsOver } from './errors';
import type { Reader } from '../checks/reader';
import * as is from '../checks/shape';
import type { StoredPart, SeedContext } from '../service/part';

/** The state of a zone's migration (docs/internals/service.md 7.1). Times are milliseconds since the Unix epoch. */
export type Migration =
  | { readonly state: 'start' }
  /** Both versions run, the new one first. */
  | { readonly state: 'validation'; readonly since: number }
  /** The configuration is saved and the new version enabled; the previous version is about to be disabled. */
  | { readonly state: 'finishing'; readonly since: number; readonly finishesAt: number }
  /** Cannot be undone. */
  | { readonly state: 'finished'; readonly since: number };

export type MigrationState = Migration['state'];

/** The end of a migration that begins to finish at this time; both in milliseconds since the Unix epoch. */
export function finishTime(since: number, { finishSeconds }: ServiceSettings): number {
  // No later than a seed and a snapshot can express.
  return Math.min(LATEST_TIME, since + finishSeconds * 1000);
}

/**
 * The current state of the zone. A due finish is applied here, whenever somebody reads the state: the previous
 * version is disabled once its time has come and the new one is enabled (docs/internals/service.md 7.1), so that one of them
 * always protects the zone.
 */
export function settledMigration(service: Service, zone: Zone): Migration {
  const { migration } = zone;
  if (migration.state !== 'finishing' || service.clock.now() < migration.finishesAt) return migration;
  if (!newVersionEnabled(zone) && previousVersionProtects(zone)) return migration;
  zone.migration = { state: 'finished', since: migration.finishesAt };
  return zone.migration;
}

type Words = Readonly<Record<MigrationState, string>>;

/** docs/internals/service.md 7.1 shows only `start`; the other values are the emulator's. */
const SPECIFICATION: Words = {
  start: 'start',
  validation: 'validation',
  finishing: 'pending',
  finished: 'finished',
};

/** docs/internals/service.md 7.5. */
const TODAY: Words = { ...SPECIFICATION, finished: 'complete' };

/** The production service's state of a zone that never began (docs/internals/service.md 7.5). */
const NEVER_BEGAN = 'default';

/** The name of the state in the answer of the compatibility check (docs/internals/service.md 7.4). */
export function wordInCheck(state: MigrationState, model: Model): string {
  return (model === 'today' ? TODAY : SPECIFICATION)[state];
}

/** The name of the state in the answer of the status (docs/internals/service.md 7.5). */
export function wordInStatus(state: MigrationState, model: Model): string {
  if (model === 'today' && state === 'start') return NEVER_BEGAN;
  return wordInCheck(state, model);
}

/** The members of a rule that decide whether it deploys a managed ruleset. */
interface Deployment {
  readonly action: string;
  readonly enabled: boolean;
}

/** Whether rules deploy a managed ruleset; there is no other switch (docs/internals/service.md 1.1). */
export function deploysManagedRuleset(rules: readonly Deployment[]): boolean {
  return rules.some((rule) => rule.action === 'execute' && rule.enabled);
}

/** Whether the previous version is enabled: its switch is on, and the migration has not disabled it. */
export function previousVersionEnabled({ migration, previousWaf }: Zone): boolean {
  return migration.state !== 'finished' && previousWaf.enabled;
}

/** Whether the new managed rules are enabled: the zone's entry point deploys one of them. */
export function newVersionEnabled(zone: Zone): boolean {
  return deploysManagedRuleset(zone.rulesets.get(MANAGED_PHASE)?.rules ?? []);
}

/**
 * Whether any URL of the zone would lose protection with the previous version: one of its packages is on,
 * and so is the zone's switch or at least a page rule with WAF On.
 */
export function previousVersionProtects({ previousWaf }: Zone): boolean {
  const somewhere = previousWaf.enabled || pageRuleExpressions(previousWaf, ['waf on']).length > 0;
  return somewhere && (managedPackageIsOn(previousWaf) || coreRuleSetIsOn(previousWaf));
}

declare module '../service/zone' {
  interface Zone {
    /** Replaced as a whole by each transition (docs/internals/service.md 7.1). */
    migration: Migration;
    /** What the service generated, until the previous settings change (docs/internals/service.md 7.4). */
    generated?: JsonObject | undefined;
  }
}

/**
 * What an entry-point update asks for; the values of `waf_migration` without their aliases
 * (docs/internals/service.md 7.1).
 */
type Trigger = 'validation' | 'pending';

/** The condition of a transition. */
export type Condition = 'enterprise zone' | 'compatible zone' | 'new version enabled';

/** The states that an update can lead to; the end comes on its own. */
export type TransitionState = 'validation' | 'finishing';

/** What a trigger leads to. A transition to the same state only saves the configuration. */
type Transition =
  | { readonly conditions: readonly Condition[]; readonly next: TransitionState }
  | { readonly refusal: () => Refusal };

/** docs/internals/service.md 7.1, which does not show that a repeated trigger saves again, and that nothing leads back. */
export const TRANSITIONS: Readonly<Record<MigrationState, Readonly<Record<Trigger, Transition>>>> = {
  start: {
    validation: { conditions: ['enterprise zone', 'compatible zone'], next: 'validation' },
    pending: { conditions: ['compatible zone', 'new version enabled'], next: 'finishing' },
  },
  validation: {
    validation: { conditions: ['enterprise zone'], next: 'validation' },
    pending: { conditions: ['new version enabled'], next: 'finishing' },
  },
  finishing: {
    validation: { refusal: migrationIsFinishing },
    pending: { conditions: ['new version enabled'], next: 'finishing' },
  },
  finished: {
    validation: { refusal: migrationIsOver },
    pending: { refusal: migrationIsOver },
  },
};

/** The query parameter of an entry-point update that makes it a step of the migration (docs/internals/service.md 7.4). */
export const MIGRATION_PARAMETER = 'waf_migration';

/** The values of the parameter with their aliases (docs/internals/service.md 7.1). */
const TRIGGERS: ReadonlyMap<string, Trigger> = new Map([
  ['pending', 'pending'],
  ['1', 'pending'],
  ['validation', 'validation'],
  ['2', 'validation'],
]);

/** What the update asks for. The parameter may be sent once, and only for the phase of managed rules. */
export function readTrigger(query: URLSearchParams, phase: Phase): Trigger {
  const sent = query.getAll(MIGRATION_PARAMETER);
  const trigger = sent.length === 1 ? TRIGGERS.get(sent.join('')) : undefined;
  const values = [...TRIGGERS.keys()].join(' or ');
  if (trigger === undefined) throw invalidParameter(MIGRATION_PARAMETER, sent.join(', '), values);
  if (phase !== MANAGED_PHASE)
    throw invalidParameter(MIGRATION_PARAMETER, sent.join(''), `absent in the phase ${phase}`);
  return trigger;
}

/** The two procedures so far (docs/internals/service.md 7.2, eligibility; docs/internals/service.md 1.3). */
export type Procedure = 'phase one' | 'phase two';

const PARAMETER = 'phase_two';

/** The procedure that a request selects: phase two with `phase_two=1`, phase one without the parameter. */
export function readProcedure(query: URLSearchParams): Procedure {
  const sent = query.getAll(PARAMETER);
  if (sent.length === 0) return 'phase one';
  if (sent.every((value) => value === '1')) return 'phase two';
  throw invalidParameter(PARAMETER, sent.join(', '), '1');
}

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
