import {
  canonicalJson,
  isKnown,
  isWhollyKnown,
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

/** What is beside the rules of a zone, as the state has it. */
export type BesideRules = {
  readonly [K in 'rule_ids' | 'kept_settings' | 'other_rules']: NonNullable<State[K]>;
};

/** The rules of a zone. What is beside them is absent while they are only declared. */
export type ZoneRules = Pick<State, 'rules'> & { readonly [K in keyof BesideRules]?: State[K] };

/** The planned rules, once all of them are known. */
export function knownRules({ rules }: Pick<Plan, 'rules'>): ZoneRules | undefined {
  return isKnown(rules) && isWhollyKnown(rules) ? { rules: rules as ManagedRules } : undefined;
}

/** What is kept beside the rules, as the state has it. */
export function keptSettings({ kept }: Pick<DescribedEntryPoint, 'kept'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, canonicalJson(value)]));
}
