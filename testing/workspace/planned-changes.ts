import { isDeepStrictEqual } from 'node:util';

/** What a plan does to resources. */
export const ACTIONS = ['create', 'update', 'delete', 'replace', 'import', 'forget', 'irreversible'] as const;

/**
 * An action of a plan. `import` comes in addition to what else happens to the resource; `irreversible` is what cannot
 * be undone: the plan finishes the migration of a zone.
 */
export type PlannedAction = (typeof ACTIONS)[number];

/** Addresses of resources by what a plan does to them. */
export type PlannedChanges = Readonly<Record<PlannedAction, readonly string[]>>;

/** A saved plan in the engine's JSON, as far as it is used here. */
export interface ShownPlan {
  readonly errored?: boolean;
  readonly resource_changes?: readonly ShownChange[];
  readonly resource_drift?: readonly ShownChange[];
  readonly output_changes?: Readonly<Record<string, { readonly actions: readonly string[] }>>;
}

interface ShownChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly mode?: string;
  readonly type: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
    readonly importing?: object;
  };
}

const MIGRATION = 'zone_managed_rules_migration';

/** Whether a plan has changes, as `-detailed-exitcode` means it; one that refreshes only, also of the state. */
export function hasChange(plan: ShownPlan, refreshOnly: boolean): boolean {
  const { resource_changes: changes = [], resource_drift: drift = [], output_changes: outputs = {} } = plan;
  const acts = ({ actions }: Pick<ShownChange['change'], 'actions'>): boolean => actions[0] !== 'no-op';
  return (
    Object.values(outputs).some(acts) ||
    changes.some((each) => acts(each.change) || each.change.importing || each.previous_address) ||
    // From Terraform 1.15 on, the exit code is 2 wherever a data source is in the state.
    (refreshOnly && drift.some(({ change: { before, after } }) => !isDeepStrictEqual(before, after)))
  );
}

/** The changes of managed resources in a saved plan; `prefix` comes before each address. */
export function plannedChanges(shown: ShownPlan, prefix = ''): PlannedChanges {
  const changes = allChanges([]) as Record<PlannedAction, string[]>;
  for (const { address, mode, type, change } of shown.resource_changes ?? []) {
    if (mode === 'data') continue;
    const at = `${prefix}${address}`;
    for (const action of actionsOf(change.actions)) changes[action].push(at);
    if (change.importing !== undefined) changes.import.push(at);
    const isFinishing = change.after?.['irreversible'] === true && change.before?.['irreversible'] !== true;
    if (type === MIGRATION && isFinishing) changes.irreversible.push(at);
  }
  return changes;
}

/**
 * Two at once are a replacement, unless the old object stays at the service (`destroy = false` in its `lifecycle`).
 *
 * @see https://developer.hashicorp.com/terraform/internals/json-format#change-representation
 */
function actionsOf(actions: readonly string[]): readonly PlannedAction[] {
  if (actions.length > 1 && !actions.includes('forget')) return ['replace'];
  return ACTIONS.filter((known) => actions.includes(known));
}

/** Merges the changes of several plans. */
export function allChanges(plans: readonly PlannedChanges[]): PlannedChanges {
  return Object.fromEntries(
    ACTIONS.map((action) => [action, plans.flatMap((changes) => changes[action])]),
  ) as unknown as PlannedChanges;
}
