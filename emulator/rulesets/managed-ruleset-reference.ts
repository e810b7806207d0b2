import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../determinism/identifiers';
import type { ManagedRule, ManagedRuleset } from './managed-rulesets';
import { managedRuleset } from './managed-rulesets';
import type { RuleContext } from './rule-context';

/** Reads the id of a managed ruleset that rules of this phase can name on the zone's plan (docs/service.md 3.3, 6.3). */
export function readManagedRuleset(reader: Reader, context: RuleContext): ManagedRuleset | undefined {
  const id = reader.matching(IDENTIFIER, IDENTIFIER_FORM);
  if (id === undefined) return undefined;
  const ruleset = managedRuleset(context.plan, id);
  if (ruleset === undefined)
    return reader.refuse(`the ${context.plan} plan has no managed ruleset with this id`);
  if (ruleset.phase !== context.phase)
    return reader.refuse(`this managed ruleset is of the phase ${ruleset.phase}, not of ${context.phase}`);
  return ruleset;
}

/** Reads the id of a rule of this managed ruleset. */
export function readManagedRule(reader: Reader, ruleset: ManagedRuleset): ManagedRule | undefined {
  const id = reader.matching(IDENTIFIER, IDENTIFIER_FORM);
  if (id === undefined) return undefined;
  const rule = ruleset.rules.find((candidate) => candidate.id === id);
  return rule ?? reader.refuse(`the managed ruleset ${ruleset.id} has no rule with this id`);
}

/** Reads the name of a category that rules of this managed ruleset have. */
export function readManagedCategory(reader: Reader, ruleset: ManagedRuleset): string | undefined {
  const category = reader.string();
  if (category === undefined) return undefined;
  if (ruleset.rules.some((rule) => rule.categories.includes(category))) return category;
  return reader.refuse(`no rule of the managed ruleset ${ruleset.id} has this category`);
}
