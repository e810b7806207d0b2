import {
  isKnown,
  isRecord,
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

/** The rules of a zone, with what is beside them, as the state has it; absent while they are only declared. */
export interface ZoneRules {
  readonly rules: ManagedRules;
  readonly ruleIds?: Readonly<Record<string, string>>;
  readonly kept?: Readonly<Record<string, string>>;
  readonly others?: readonly OtherRule[];
}

/** The planned rules, once all of them are known. */
export function knownRules({ rules }: Pick<Plan, 'rules'>): ZoneRules | undefined {
  return isKnown(rules) && isWhollyKnown(rules) ? { rules: rules as ManagedRules } : undefined;
}

/** The rules of an object of the state. */
export function rulesOf({ rules, ...beside }: State): ZoneRules {
  return {
    rules,
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
