import type { Reader } from '../checks/reader';
import type { RuleContext, RuleInput } from './read-rules';

type ReadRules = readonly (RuleInput | undefined)[];

/** Refuses ids and refs that two rules have (docs/service.md 3.2), and managed rulesets that two rules execute. */
export function refuseRepeatedRules(items: readonly Reader[], rules: ReadRules, context: RuleContext): void {
  const { refs } = context;
  for (const [item, value] of repeated(items, rules, (rule) => rule.id))
    item.member('id').refuse(`another rule of the ruleset has '${value}'`);
  // Also where it was not sent: a rule without ref goes on with the stored one.
  for (const [item, value] of repeated(items, rules, (rule) => rule.ref ?? keptRef(rule, refs)))
    item.with('ref', value).refuse(`another rule of the ruleset has '${value}'`);
  // One deployment for each managed ruleset in a zone (docs/service.md 3.2); a zone has one ruleset of the phase.
  for (const [item, value] of repeated(items, rules, executedRuleset))
    item.member('action_parameters').member('id').refuse(`another rule of the zone executes ${value}`);
}

/** The rules whose value an earlier rule has. */
function repeated(
  items: readonly Reader[],
  rules: ReadRules,
  valueOf: (rule: RuleInput) => string | undefined,
): readonly (readonly [Reader, string])[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const rule = rules[index];
    const value = rule && valueOf(rule);
    if (value === undefined) return [];
    if (seen.has(value)) return [[item, value] as const];
    seen.add(value);
    return [];
  });
}

/** The ref that a rule sent with an id alone goes on with. */
function keptRef(rule: RuleInput, refs: RuleContext['refs']): string | undefined {
  if (rule.id === undefined) return undefined;
  return refs === 'any' ? rule.id : refs.get(rule.id);
}

function executedRuleset(rule: RuleInput): string | undefined {
  const id = rule.action_parameters?.['id'];
  return rule.action === 'execute' && typeof id === 'string' ? id : undefined;
}
