import {
  defaultOrder,
  isKnown,
  isUnknown,
  isWhollyKnown,
  unknown,
  type ConfigAtPlan,
  type managedRulesSchema,
  type ManagedRules,
  type PlanAtApply,
  type PlannedState,
  type StateOf,
} from '../../../schema';

export type Schema = typeof managedRulesSchema;
export type State = StateOf<Schema>;
export type Plan = PlannedState<Schema>;
export type PlannedAtApply = PlanAtApply<Schema>;

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

/** The rules of an object of the state. */
export function rulesOf({ deployments, exceptions, order }: State): ManagedRules {
  return { deployments, exceptions, order: order ?? [] };
}
