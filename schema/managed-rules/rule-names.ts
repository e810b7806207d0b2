import { ACTION_EXECUTE } from '../zone/service';
import { isRuleName, MAX_RULE_NAME } from './list-checks';
import type { EntryPointRule } from './managed-rule';
import { WELL_KNOWN_RULESETS } from './well-known-rulesets';

/** The `ref` of a rule that an object of Zonewright wrote: its mark, and the name of the rule. */
const MARKED = /^(zonewright-(?:[0-9a-f]{24}|of-[a-z0-9]+(?:-[a-z0-9]+)*-))-(.+)$/s;

/** The `ref` of the rule with this name. @param mark of the object that has it */
export function refOfRule(mark: string, name: string): string {
  return `${mark}-${name}`;
}

/** The mark and the name in a `ref`; undefined for the rules of others. */
export function markedRef(ref: string): { readonly mark: string; readonly name: string } | undefined {
  const [, mark, name] = MARKED.exec(ref) ?? [];
  return mark !== undefined && name !== undefined && isRuleName(name) ? { mark, name } : undefined;
}

/**
 * Names for rules that have none yet: the one in its `ref`; the name of the managed ruleset that it executes; of an
 * exception, its description in lower case with underscores, or `exception_1` and so on if that is no name. Earlier ones of
 * this list take precedence, so that no description takes the name that another rule is known by.
 *
 * @param rules in the order of the service
 * @param taken names that they must not have
 * @param rulesetName the name of a managed ruleset at the service, as far as it is known
 */
export function namesForRules(
  rules: readonly EntryPointRule[],
  taken: ReadonlySet<string>,
  rulesetName: (id: string) => string | undefined = () => undefined,
): ReadonlyMap<EntryPointRule, string> {
  const names = new Map<EntryPointRule, string>();
  const used = new Set(taken);
  const nameAll = (nameOf: (rule: EntryPointRule) => string | undefined): void => {
    for (const rule of rules) {
      const name = names.has(rule) ? undefined : nameOf(rule);
      if (name === undefined) continue;
      const unique = used.has(name) ? firstFree(`${name.slice(0, MAX_RULE_NAME - 4)}_`, 2, used) : name;
      names.set(rule, unique);
      used.add(unique);
    }
  };
  nameAll(({ ref }) => markedRef(ref)?.name);
  nameAll((rule) => executeName(rule, rulesetName));
  nameAll(describedName);
  nameAll(() => firstFree('exception_', 1, used));
  return names;
}

function executeName(
  { action, action_parameters: parameters }: EntryPointRule,
  rulesetName: (id: string) => string | undefined,
): string | undefined {
  if (action !== ACTION_EXECUTE) return undefined;
  const id = String(parameters?.['id']);
  const wellKnown = Object.entries(WELL_KNOWN_RULESETS).find(([, ruleset]) => ruleset.id === id);
  const name = wellKnown?.[0] ?? asName(rulesetName(id) ?? '').slice(0, MAX_RULE_NAME);
  return isRuleName(name) ? name : `ruleset_${id.slice(0, 8)}`;
}

/** The name that the description of an exception makes, if it keeps all letters and is not too long. */
function describedName({ description }: EntryPointRule): string | undefined {
  const letters = description.normalize('NFKD').replace(/\p{M}/gu, '');
  if (/[\p{L}\p{N}]/u.test(letters.replace(/[A-Za-z0-9]/g, ''))) return undefined;
  const name = asName(letters);
  return /^[a-z]/.test(name) && name.length <= MAX_RULE_NAME ? name : undefined;
}

/** A text in lower case with underscores. */
function asName(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('_');
}

function firstFree(prefix: string, from: number, taken: ReadonlySet<string>): string {
  for (let number = from; ; number += 1) if (!taken.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
