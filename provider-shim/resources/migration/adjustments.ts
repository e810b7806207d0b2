import { ACTION_EXECUTE, isRecord, sameValue } from '../../../schema';
import type { ServiceRule } from './rules';

/** The user's changes to managed rules: ruleset id to rule id to the change. Null: unchanged. */
export type Adjustments = Readonly<Record<string, { readonly rules: Readonly<Record<string, Adjustment>> }>>;

export interface Adjustment {
  readonly action: string | null;
  readonly enabled: boolean | null;
}

/** An override of a rule (docs/internals/service.md 6.1). Other members, such as a score threshold, are kept as they are. */
type Override = Readonly<Record<string, unknown>>;

/** The overrides that adjustments displaced; null where there was none. Ruleset id to rule id. */
export type Displaced = Readonly<Record<string, Readonly<Record<string, Override | null>>>>;

/** Adjustments, and the overrides that they replaced. */
export interface Adjusted {
  readonly adjustments: Adjustments;
  readonly displaced: Displaced;
}

/** The rules, with the adjustments added to the overrides of those that execute the managed rulesets. */
export function adjusted<R extends ServiceRule>(rules: readonly R[], adjustments: Adjustments): readonly R[] {
  return rules.map((rule) => {
    const changes = adjustments[executes(rule) ?? '']?.rules;
    return changes === undefined ? rule : withOverrides(rule, merged(overridesOf(rule), changes));
  });
}

/** The rules without adjustments: what the displaced overrides did is restored. What else an override has stays. */
export function withoutAdjustments<R extends ServiceRule>(
  rules: readonly R[],
  adjustments: Adjustments,
  displaced: Displaced,
): readonly R[] {
  return rules.map((rule) => {
    const rulesetId = executes(rule) ?? '';
    const changes = adjustments[rulesetId]?.rules;
    if (changes === undefined) return rule;
    const restored = overridesOf(rule).flatMap((override) => {
      const id = String(override['id']);
      if (!Object.hasOwn(changes, id)) return [override];
      const { action: _action, enabled: _enabled, ...others } = override;
      const before = { ...others, ...membersOf(displaced[rulesetId]?.[id]) };
      return Object.keys(before).length > 1 ? [before] : [];
    });
    return withOverrides(rule, restored);
  });
}

/**
 * The rules with their overrides in the order of the existing ones, new ones last. The order has no meaning to the
 * service and depends on when each adjustment was made, so it is not a change by itself.
 */
export function inOrderOf<R extends ServiceRule>(
  there: readonly ServiceRule[],
  rules: readonly R[],
): readonly R[] {
  return rules.map((rule) => {
    const rulesetId = executes(rule);
    const overrides = overridesOf(rule);
    if (rulesetId === undefined || overrides.length < 2) return rule;
    const ids = there
      .filter((one) => executes(one) === rulesetId)
      .flatMap(overridesOf)
      .map(({ id }) => id);
    const place = ({ id }: Override): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    return withOverrides(
      rule,
      overrides.toSorted((a, b) => place(a) - place(b)),
    );
  });
}

/**
 * The overrides that adjustments displace in these rules.
 *
 * @param generated whether the rules are as the service generates them. In others, an override that equals an
 *   adjustment comes from that adjustment, before its state was lost.
 * @param before what was displaced so far, including by an update whose result is unknown
 */
export function displacedBy(
  rules: readonly ServiceRule[],
  adjustments: Adjustments,
  generated: boolean,
  before: Displaced = {},
): Displaced {
  return Object.fromEntries(
    Object.entries(adjustments).map(([rulesetId, { rules: changes }]) => {
      const overrides = rules.filter((rule) => executes(rule) === rulesetId).flatMap(overridesOf);
      const displaced = Object.entries(changes).map(([id, change]) => {
        const override = overrides.find((one) => one['id'] === id) ?? null;
        if (override === null || generated) return [id, override];
        const known = before[rulesetId]?.[id];
        return [id, known === undefined ? withoutItsOwn(override, change) : known];
      });
      return [rulesetId, Object.fromEntries(displaced)];
    }),
  );
}

/**
 * The stored adjustments, and of those in doubt the ones in force: whose override is exactly what saving the adjustment
 * would have made of the override that it replaced. An override that differs in anything belongs to somebody else.
 */
export function withInForce(stored: Adjusted, inDoubt: Adjusted, rules: readonly ServiceRule[]): Adjusted {
  const inForce = Object.entries(inDoubt.adjustments).map(([rulesetId, { rules: changes }]) => {
    const overrides = rules.filter((rule) => executes(rule) === rulesetId).flatMap(overridesOf);
    const saved = Object.entries(changes).filter(([id, change]) => {
      const made = { ...inDoubt.displaced[rulesetId]?.[id], id, ...membersOf(change) };
      return overrides.some((override) => sameValue(override, made));
    });
    return [rulesetId, { rules: Object.fromEntries(saved) }] as const;
  });
  return withBoth(stored, { adjustments: Object.fromEntries(inForce), displaced: inDoubt.displaced });
}

/** The adjustments of both; of a rule that both adjust, those of the first. */
export function withBoth(first: Adjusted, second: Adjusted): Adjusted {
  const adjustments = { ...first.adjustments };
  const displaced = { ...first.displaced };
  for (const [rulesetId, { rules }] of Object.entries(second.adjustments)) {
    if (Object.keys(rules).length === 0) continue;
    adjustments[rulesetId] = { rules: { ...rules, ...adjustments[rulesetId]?.rules } };
    displaced[rulesetId] = { ...second.displaced[rulesetId], ...displaced[rulesetId] };
  }
  return { adjustments, displaced };
}

function withoutItsOwn(override: Override, change: Adjustment): Override | null {
  const own = membersOf(change);
  if (Object.entries(own).some(([name, value]) => override[name] !== value)) return override;
  const rest = Object.entries(override).filter(([name]) => !Object.hasOwn(own, name));
  return rest.length > 1 ? Object.fromEntries(rest) : null;
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

function membersOf(change: Partial<Adjustment> | Override | null | undefined): Override {
  return {
    ...(change?.['action'] == null ? {} : { action: change['action'] }),
    ...(change?.['enabled'] == null ? {} : { enabled: change['enabled'] }),
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
