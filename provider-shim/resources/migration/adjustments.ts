import { ACTION_EXECUTE, isRecord, sameValue } from '../../../schema';
import type { ServiceRule } from '../rules/rule';

/** The user's changes to managed rules: ruleset id to rule id to the change. Null: unchanged. */
export type Adjustments = Readonly<Record<string, { readonly rules: Readonly<Record<string, Adjustment>> }>>;

export interface Adjustment {
  readonly action: string | null;
  readonly enabled: boolean | null;
}

/** An override of a rule (docs/internals/service.md 6.1). Other members, such as a score threshold, are kept as they are. */
type Override = Readonly<Record<string, unknown>>;

/** The rules, with the adjustments added to the overrides of those that execute the managed rulesets. */
export function adjusted<R extends ServiceRule>(rules: readonly R[], adjustments: Adjustments): readonly R[] {
  return rules.map((rule) => {
    const changes = adjustments[executes(rule) ?? '']?.rules;
    return changes === undefined ? rule : withOverrides(rule, merged(overridesOf(rule), changes));
  });
}

/** The adjustments that the rules do not have: they would change them, or have no place there. */
export function notInForce(rules: readonly ServiceRule[], adjustments: Adjustments): Adjustments {
  const missing = Object.entries(adjustments).map(([rulesetId, { rules: changes }]) => {
    const executing = rules.filter((rule) => executes(rule) === rulesetId);
    const isMissing = ([ruleId, change]: readonly [string, Adjustment]): boolean => {
      const changed = adjusted(executing, { [rulesetId]: { rules: { [ruleId]: change } } });
      return executing.length === 0 || !sameValue(changed, executing);
    };
    return [rulesetId, { rules: Object.fromEntries(Object.entries(changes).filter(isMissing)) }] as const;
  });
  return Object.fromEntries(missing.filter(([, { rules: changes }]) => Object.keys(changes).length > 0));
}

/** The adjustments that turn the first rules into the second: overrides that differ in action or enabled. */
export function adjustmentsBetween(from: readonly ServiceRule[], to: readonly ServiceRule[]): Adjustments {
  const found: Record<string, { rules: Record<string, Adjustment> }> = {};
  for (const rule of to) {
    const rulesetId = executes(rule);
    if (rulesetId === undefined) continue;
    const before = from.filter((one) => executes(one) === rulesetId).flatMap(overridesOf);
    for (const override of overridesOf(rule)) {
      const same = before.find(({ id }) => id === override['id']);
      const change = differenceOf(same ?? {}, override);
      if (change) (found[rulesetId] ??= { rules: {} }).rules[String(override['id'])] = change;
    }
  }
  return found;
}

/** The managed ruleset that a rule executes; undefined when it does something else. */
export function executes({ action, action_parameters: parameters }: ServiceRule): string | undefined {
  const id = action === ACTION_EXECUTE ? parameters?.['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function differenceOf(before: Override, now: Override): Adjustment | undefined {
  const action = now['action'] === before['action'] ? null : (now['action'] ?? null);
  const enabled = now['enabled'] === before['enabled'] ? null : (now['enabled'] ?? null);
  if (action === null && enabled === null) return undefined;
  return {
    action: typeof action === 'string' ? action : null,
    enabled: typeof enabled === 'boolean' ? enabled : null,
  };
}

function merged(
  overrides: readonly Override[],
  changes: Readonly<Record<string, Adjustment>>,
): readonly Override[] {
  const changed = overrides.map((override) => ({
    ...override,
    ...membersOf(changes[String(override['id'])]),
  }));
  const added = Object.entries(changes)
    .filter(([id]) => !overrides.some((override) => override['id'] === id))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, change]) => ({ id, ...membersOf(change) }));
  return [...changed, ...added];
}

function membersOf(change: Adjustment | undefined): Override {
  return {
    ...(change?.action == null ? {} : { action: change.action }),
    ...(change?.enabled == null ? {} : { enabled: change.enabled }),
  };
}

function overridesOf({ action_parameters: parameters }: ServiceRule): readonly Override[] {
  const overrides = parameters?.['overrides'];
  const rules = isRecord(overrides) ? overrides['rules'] : undefined;
  return Array.isArray(rules) ? rules.filter(isRecord) : [];
}

/** An empty list of overrides is omitted, and so is an empty overrides object: the service refuses both. */
function withOverrides<R extends ServiceRule>(rule: R, rules: readonly Override[]): R {
  const { overrides, ...parameters } = rule.action_parameters ?? {};
  const { rules: _replaced, ...others } = isRecord(overrides) ? overrides : {};
  const next = rules.length === 0 ? others : { ...others, rules };
  return {
    ...rule,
    action_parameters: Object.keys(next).length === 0 ? parameters : { ...parameters, overrides: next },
  };
}
