import {
  canonicalJson,
  isKnown,
  isUnknown,
  KEEP_OTHERS,
  type DescribedEntryPoint,
  type managedRulesSchema,
  type ManagedRules,
  type PlannedState,
  type StateOf,
} from '../../../schema';
import { onceKnown } from '../rule-list/kind';
import { keeperNamed, type Owner } from '../rule-list/owner';

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

/** The owner of an object that keeps the rules of others; undefined if it does not. */
export function keeperOfRules(
  values: Pick<Plan | State, 'others' | 'owner' | 'placement'> | null,
): Owner | undefined {
  const { others, owner = null, placement = null } = values ?? {};
  if (others !== KEEP_OTHERS) return undefined;
  if (isUnknown(placement) || !isKnown(owner)) return keeperNamed('');
  return { ...keeperNamed(owner), ...(placement === 'first' && { placement }) };
}

/** The planned rules, once all of them and their owner are known. */
export function knownRules(plan: Plan): ZoneRules | undefined {
  const rules = keeperOfRules(plan)?.name === '' ? undefined : onceKnown<ManagedRules>(plan.rules);
  return rules && { rules };
}

/** What is kept beside the rules, as the state has it. */
export function keptSettings({ kept }: Pick<DescribedEntryPoint, 'kept'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, canonicalJson(value)]));
}
