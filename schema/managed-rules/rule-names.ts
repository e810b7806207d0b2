import { ACTION_EXECUTE } from '../service';
import type { EntryPointRule } from './deployment';
import { isRuleName } from './name-checks';
import { WELL_KNOWN_RULESETS } from './well-known-rulesets';

/** The `ref` of a rule that an object of Zonewright wrote: its mark, and the name of the rule. */
const MARKED = /^(zonewright-[0-9a-f]{24})-(.+)$/s;

/** The `ref` of the rule with this name. @param mark `zonewright-` and 24 hexadecimal digits */
export function refOfRule(mark: string, name: string): string {
  return `${mark}-${name}`;
}

/** The mark and the name in a `ref`; undefined for the rules of others. */
export function markedRef(ref: string): { readonly mark: string; readonly name: string } | undefined {
  const [, mark, name] = MARKED.exec(ref) ?? [];
  return mark !== undefined && name !== undefined && isRuleName(name) ? { mark, name } : undefined;
}

/**
 * A name for a rule that has none yet: the one in its `ref`, the name of its managed ruleset, or `exception_1` and so on.
 *
 * @param taken names that it must not have
 */
export function nameForRule(
  rule: EntryPointRule,
  taken: ReadonlySet<string>,
  rulesetName: (id: string) => string | undefined = () => undefined,
): string {
  const wish = markedRef(rule.ref)?.name ?? deploymentName(rule, rulesetName);
  if (wish === undefined) return firstFree('exception_', 1, taken);
  return taken.has(wish) ? firstFree(`${wish.slice(0, 60)}_`, 2, taken) : wish;
}

function deploymentName(
  { action, action_parameters: parameters }: EntryPointRule,
  rulesetName: (id: string) => string | undefined,
): string | undefined {
  if (action !== ACTION_EXECUTE) return undefined;
  const id = String(parameters?.['id']);
  const wellKnown = Object.entries(WELL_KNOWN_RULESETS).find(([, ruleset]) => ruleset.id === id);
  const name = wellKnown?.[0] ?? asName(rulesetName(id) ?? '');
  return isRuleName(name) ? name : `ruleset_${id.slice(0, 8)}`;
}

/** A text in lower case with underscores. */
function asName(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('_').slice(0, 64);
}

function firstFree(prefix: string, from: number, taken: ReadonlySet<string>): string {
  for (let number = from; ; number += 1) if (!taken.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
