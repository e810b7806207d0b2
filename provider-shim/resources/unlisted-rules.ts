import { nearest, type Problem } from '../../schema';
import type { Rule, Ruleset } from '../api';
import { listed } from './messages';

/** What is refused, and what is only warned of. */
export interface Findings {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

const PLURAL = { rule: 'rules', category: 'categories' } as const;

/**
 * What is named and a managed ruleset does not list. A name that is nearly one of its own is a typing error. Any other is
 * left to the service: the list may be a sample, as the emulator's is.
 *
 * @param names ids of rules, or categories
 * @param path the attribute that has them
 */
export function unlisted(
  { id: rulesetId, name: title, rules }: Pick<Ruleset, 'id' | 'name' | 'rules'>,
  what: keyof typeof PLURAL,
  names: readonly string[],
  path: Problem['path'],
): Findings {
  const known = new Map(
    what === 'rule'
      ? rules.map(({ id, description }) => [id, `${id} (${description})`])
      : rules.flatMap(categoriesOf).map((category) => [category, JSON.stringify(category)]),
  );
  const missing = names
    .filter((name) => !known.has(name))
    .map((name) => ({
      said: what === 'rule' ? name : JSON.stringify(name),
      near: known.get(typo(what, name, [...known.keys()]) ?? ''),
    }));
  const [typos, others] = [
    missing.filter(({ near }) => near !== undefined),
    missing.filter(({ near }) => near === undefined),
  ];
  const ruleset = `The managed ruleset ${title} (${rulesetId})`;
  const shown = [...known.values()].sort().slice(0, 20).join(', ');
  const more = known.size > 20 ? `, and ${known.size - 20} more` : '';
  const lists = what === 'rule' ? `${known.size} rules` : `the categories ${shown}${more}`;
  const sent = `It lists ${lists}, which may be a sample: what is named is sent as it is.`;
  return {
    errors: problems(typos, (one) => ({
      code: `managed_${what}_unknown`,
      path,
      message: one
        ? `${ruleset} has no ${what} ${one.said}.`
        : `${ruleset} has none of ${typos.length} ${PLURAL[what]} that are named here.`,
      hint: one
        ? `Did you mean ${one.near}?`
        : listed(typos.map(({ said, near }) => `${said}: did you mean ${near}?`)),
    })),
    warnings: problems(others, (one) => ({
      code: `managed_${what}_unlisted`,
      path,
      message: one
        ? `${ruleset} does not list the ${what} ${one.said}; the service decides at apply.`
        : `${ruleset} does not list ${others.length} of the ${PLURAL[what]} that are named here; the service decides at apply.`,
      hint: one ? sent : `${listed(others.map(({ said }) => said))}\n${sent}`,
    })),
  };
}

/**
 * The listed name that was meant. Short words are like each other, and so are names with other numbers: `lfi` and `rfi`,
 * `cve-2023-1` and `cve-2023-2`. Of these, only one wrong letter is a typing error.
 */
function typo(what: keyof typeof PLURAL, name: string, names: readonly string[]): string | undefined {
  if (what === 'rule') return nearest(name, names);
  const near = name.length < 5 ? undefined : nearest(name, names, 1);
  const letters = (text: string | undefined): string | undefined => text?.replace(/\d/g, '');
  return letters(near) === letters(name) ? undefined : near;
}

/** One problem for all; what it says of a single one. */
function problems<T>(of: readonly T[], say: (single: T | undefined) => Problem): readonly Problem[] {
  return of.length === 0 ? [] : [say(of.length === 1 ? of[0] : undefined)];
}

function categoriesOf({ categories }: Rule): readonly string[] {
  return Array.isArray(categories) ? categories.filter((one) => typeof one === 'string') : [];
}

/** The findings of several places. */
export function allFindings(found: readonly Findings[]): Findings {
  return {
    errors: found.flatMap(({ errors }) => errors),
    warnings: found.flatMap(({ warnings }) => warnings),
  };
}
