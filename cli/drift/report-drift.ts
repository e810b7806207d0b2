import type { Inventory } from '../zones/inventory';
import { driftOf } from '../review/drift';
import type {
  Drift,
  ZoneReference,
  DriftedObject,
  FailedCheck,
  FinishedMigration,
  InputError,
  UndeclaredJob,
} from '../review/model';
import { resourcesIn, type PlanJson } from '../review/plan-json';
import { textOf } from '../text/json';
import { reviewStack, type NamedPlan } from '../review/review-stack';
import { ZoneNames } from '../review/zone-names';

/** The refreshed plan of a stack. */
export interface RefreshedStack extends NamedPlan {
  readonly folder: string;
}

/**
 * What the refreshed plans of stacks say together, in the order of the stacks' names.
 *
 * @param unread the errors of the stacks that could not be read, each with the texts of its files as far as they are known
 */
export function reportDrift(
  refreshed: readonly RefreshedStack[],
  unread: readonly UnreadStack[],
  inventory?: Inventory,
): DriftReport {
  const stacks = [...refreshed].sort((one, other) => (one.stack < other.stack ? -1 : 1));
  const zones = new ZoneNames();
  for (const { plan } of stacks) zones.addPlan(plan);
  for (const [id, name] of inventory ?? []) zones.add(id, name);
  const drift = stacks.map(({ stack, plan }) => driftOf(stack, plan, [], zones).map(drifted));
  const reviews = stacks.map((each) => reviewStack(each, zones));
  const inStacks = stacks.map(({ plan }) => zonesIn(plan));
  const errors = unread.map(({ files: _files, ...error }) => error);
  const missing = inventory && missingIn(inventory, new Set(inStacks.flatMap((each) => [...each])), unread);
  const jobs = reviews.flatMap((each) => each.undeclaredJobs);
  const outputs = reviews.map((each) => each.outputChanges);
  const hasDrift =
    drift.some((each) => each.length > 0) ||
    outputs.some((each) => each > 0) ||
    jobs.length > 0 ||
    (missing?.length ?? 0) > 0;
  return {
    format_version: '1.0',
    ...outcomeOf(hasDrift, errors.length > 0),
    stacks: stacks.map(({ stack, folder }, index) => ({
      name: stack,
      folder,
      zones: inStacks[index]?.size ?? 0,
      drifted: drift[index]?.length ?? 0,
      output_changes: outputs[index] ?? 0,
    })),
    drift: drift.flat(),
    finished_migrations: reviews.flatMap((each) => each.finishedMigrations),
    undeclared_jobs: jobs,
    zones_without_stack: missing ?? null,
    checks: reviews.flatMap((each) => each.checks),
    errors,
  };
}

/** A stack that could not be read, with what its files say: the configuration, and a state that is there. */
export type UnreadStack = StackError & { readonly files: string };

/**
 * The zones that are in none of the stacks. One that is named in the files of an unread stack may be in that; a stack whose
 * files name none of the list, such as one that gets its zones from elsewhere, may have any of them.
 */
function missingIn(
  inventory: Inventory,
  inStacks: ReadonlySet<string>,
  unread: readonly UnreadStack[],
): readonly ZoneReference[] | undefined {
  const ids = [...inventory.keys()];
  const named = unread.map(({ files }) => ids.filter((id) => files.includes(id)));
  if (named.some((each) => each.length === 0)) return undefined;
  const held = new Set([...inStacks, ...named.flat()]);
  return [...inventory]
    .filter(([id]) => !held.has(id))
    .map(([id, name]) => ({ id, name: name === '' ? null : name }));
}

/** An error takes precedence over drift. */
function outcomeOf(hasDrift: boolean, hasErrors: boolean): Pick<DriftReport, 'outcome' | 'exit_code'> {
  if (hasErrors) return { outcome: 'error', exit_code: 1 };
  return hasDrift ? { outcome: 'drift', exit_code: 2 } : { outcome: 'no drift', exit_code: 0 };
}

function drifted({ corrected: _corrected, ...rest }: Drift): DriftedObject {
  return rest;
}

/** The zones of which a stack has an object, also one that others deleted. */
function zonesIn({
  prior_state: prior,
  planned_values: planned,
  resource_drift: drift = [],
}: PlanJson): ReadonlySet<string> {
  const resources = [prior?.values?.root_module, planned?.root_module].flatMap(resourcesIn);
  const ids = [
    ...resources.filter(({ mode }) => mode === 'managed').map(({ values }) => textOf(values, 'zone_id')),
    ...drift.map(({ change }) => textOf(change.before, 'zone_id')),
  ];
  return new Set(ids.filter((id) => id !== null));
}

/** What `zonewright drift` has found, as `--format json` writes it (docs/schemas/drift.schema.json). */
export interface DriftReport {
  readonly format_version: '1.0';
  readonly outcome: 'no drift' | 'drift' | 'error';
  readonly exit_code: 0 | 1 | 2;
  readonly stacks: readonly DriftedStack[];
  /** Objects that others changed or deleted. */
  readonly drift: readonly DriftedObject[];
  /** Migrations that the service has finished since the last apply. No drift. */
  readonly finished_migrations: readonly FinishedMigration[];
  readonly undeclared_jobs: readonly UndeclaredJob[];
  /**
   * Zones that should be in a stack and are in none, without those that the files of an unread stack name. Null without a
   * list of zones, or when the files of an unread stack name no zone of it.
   */
  readonly zones_without_stack: readonly ZoneReference[] | null;
  readonly checks: readonly FailedCheck[];
  readonly errors: readonly StackError[];
}

interface DriftedStack {
  readonly name: string;
  readonly folder: string;
  /** Zones of which the stack has an object. */
  readonly zones: number;
  /** Objects that others changed or deleted. */
  readonly drifted: number;
  /** Outputs that are no longer what they were. */
  readonly output_changes: number;
}

/** A stack that could not be read. */
type StackError = Omit<InputError, 'plan'> & { readonly folder: string };
