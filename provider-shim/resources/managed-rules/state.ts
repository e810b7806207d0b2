import {
  defaultOrder,
  isKnown,
  isRecord,
  isUnknown,
  isWhollyKnown,
  unknown,
  type ConfigAtPlan,
  type DescribedEntryPoint,
  type managedRulesSchema,
  type ManagedRules,
  type PlannedState,
  type StateOf,
} from '../../../schema';

export type Schema = typeof managedRulesSchema;
export type State = StateOf<Schema>;
export type Plan = PlannedState<Schema>;

/** A rule of `other_rules`. */
export type OtherRule = NonNullable<State['other_rules']>[number];

/** The attributes that say what the zone has. */
type Declared = Pick<Plan, 'deployments' | 'exceptions' | 'order'>;

/** The planned order: as configured, or the default. Unknown while the names are. */
export function plannedOrder(plan: Plan, config: ConfigAtPlan<Schema> | null): Plan['order'] {
  const { deployments, exceptions, order } = plan;
  if ((config?.order ?? null) !== null) return order;
  if (isUnknown(deployments) || isUnknown(exceptions)) return unknown;
  return defaultOrder({ deployments: deployments ?? {}, exceptions: exceptions ?? {} });
}

/** The planned rules, once all of them are known. */
export function knownRules({ deployments, exceptions, order }: Declared): ManagedRules | undefined {
  if (![deployments, exceptions, order].every((value) => isKnown(value) && isWhollyKnown(value)))
    return undefined;
  return { deployments, exceptions, order } as ManagedRules;
}

/** The rules of a zone, with what is beside them, as the state has it; absent while they are only declared. */
export interface ZoneRules extends ManagedRules {
  readonly ruleIds?: Readonly<Record<string, string>>;
  readonly kept?: Readonly<Record<string, string>>;
  readonly others?: readonly OtherRule[];
}

/** The rules of an object of the state. */
export function rulesOf({ deployments, exceptions, order, ...beside }: State): ZoneRules {
  return {
    deployments,
    exceptions,
    order: order ?? [],
    ruleIds: beside.rule_ids ?? {},
    kept: beside.kept_settings ?? {},
    others: beside.other_rules ?? [],
  };
}

/** What is kept beside the rules, as the state has it. */
export function keptSettings({ kept }: Pick<DescribedEntryPoint, 'kept'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, sortedJson(value)]));
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
