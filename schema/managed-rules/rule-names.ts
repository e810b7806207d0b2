import { ACTION_EXECUTE, ACTION_SKIP } from '../zone/service';
import type { EntryPointRule } from './deployment';
import { WELL_KNOWN_RULESETS } from './well-known-rulesets';
import type { Check } from '../description/attribute';
import { nearest } from '../description/nearest';
import type { Problem } from '../description/problem';
import { isKnown, isRecord, isUnknown, type JsonObject } from '../description/value';

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
 * Names for rules that have none yet: the one in its `ref`; of a deployment, the name of its managed ruleset; of an
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
  nameAll((rule) => deploymentName(rule, rulesetName));
  nameAll(describedName);
  nameAll(() => firstFree('exception_', 1, used));
  return names;
}

function deploymentName(
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
function describedName({ action, description }: EntryPointRule): string | undefined {
  if (action !== ACTION_SKIP) return undefined;
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

/** The names of deployments and exceptions: part of the `ref` of their rules. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** The greatest length of a name. */
const MAX_RULE_NAME = 64;

/** Whether a text may be the name of a deployment or an exception. */
function isRuleName(text: string): boolean {
  return text.length <= MAX_RULE_NAME && NAME.test(text);
}

/** Checks one name in `order`. */
export function ruleName(value: string): readonly Problem[] {
  return isRuleName(value) ? [] : [nameMalformed(value, [])];
}

/** Checks the names of deployments and exceptions, and that `order` has each of them once. */
export const nameAndOrderChecks: readonly Check<JsonObject>[] = [names, order];

function names({ deployments, exceptions }: JsonObject): readonly Problem[] {
  const all = [...named('deployments', deployments), ...named('exceptions', exceptions)];
  if (all.length === 0 && !isUnknown(deployments) && !isUnknown(exceptions)) return [nothingDeclared()];
  const malformed = all.filter(({ name }) => !isRuleName(name));
  const inBoth = named('exceptions', exceptions).filter(
    ({ name }) => isRecord(deployments) && Object.hasOwn(deployments, name),
  );
  return [
    ...malformed.map(({ map, name }) => nameMalformed(name, [map, name])),
    ...inBoth.map(({ name }) => nameInBoth(name)),
  ];
}

interface Named {
  readonly map: 'deployments' | 'exceptions';
  readonly name: string;
}

function named(map: Named['map'], value: unknown): readonly Named[] {
  return isRecord(value) ? Object.keys(value).map((name) => ({ map, name })) : [];
}

function order({ deployments, exceptions, order: given }: JsonObject): readonly Problem[] {
  if (!Array.isArray(given) || isUnknown(deployments) || isUnknown(exceptions)) return [];
  const all = [...named('deployments', deployments), ...named('exceptions', exceptions)].map(
    ({ name }) => name,
  );
  const listed = given.filter((name): name is string => typeof name === 'string');
  const absent = given.every(isKnown) ? all.filter((name) => !listed.includes(name)) : [];
  return [
    ...given.flatMap((name: unknown, index) =>
      typeof name === 'string' && !all.includes(name) ? [notDeclared(name, index, all)] : [],
    ),
    ...listed.flatMap((name, index) => (listed.indexOf(name) < index ? [listedTwice(name)] : [])),
    ...(absent.length > 0 ? [notListed(absent)] : []),
  ];
}

/** The order of a configuration that declares none: the exceptions by name, then the deployments by name. */
export function defaultOrder(rules: {
  readonly deployments: object;
  readonly exceptions: object;
}): readonly string[] {
  return [...Object.keys(rules.exceptions).sort(), ...Object.keys(rules.deployments).sort()];
}

function nothingDeclared(): Problem {
  return {
    code: 'no_managed_rules',
    path: [],
    message: 'There are no managed rules: deployments and exceptions are both empty.',
    hint: 'Add at least one deployment or exception. To deploy nothing, remove the resource.',
  };
}

function nameMalformed(name: string, path: Problem['path']): Problem {
  return {
    code: 'rule_name_malformed',
    path,
    message: `${JSON.stringify(name)} cannot be the name of a deployment or an exception.`,
    hint: 'A name has 1 to 64 letters (a to z, A to Z), digits, "_", "-" and ".", and begins with a letter, a digit or "_".',
  };
}

function nameInBoth(name: string): Problem {
  return {
    code: 'rule_name_in_both',
    path: ['exceptions', name],
    message: `${JSON.stringify(name)} is the name of a deployment and of an exception.`,
    hint: 'Rename one of the two: order refers to both by their names.',
  };
}

function notDeclared(name: string, index: number, all: readonly string[]): Problem {
  const near = nearest(name, all);
  return {
    code: 'order_name_unknown',
    path: ['order', index],
    message: `order names ${JSON.stringify(name)}, which is neither a deployment nor an exception.`,
    hint:
      near === undefined
        ? `There are: ${all.join(', ')}.`
        : `Did you mean ${JSON.stringify(near)}? Otherwise, remove it.`,
  };
}

function listedTwice(name: string): Problem {
  return {
    code: 'order_name_repeated',
    path: ['order'],
    message: `order names ${JSON.stringify(name)} more than once.`,
    hint: 'Each rule runs once. Keep the name in one place.',
  };
}

function notListed(absent: readonly string[]): Problem {
  const listed = absent.map((name) => JSON.stringify(name)).join(', ');
  return {
    code: 'order_name_missing',
    path: ['order'],
    message: `order does not name ${listed}.`,
    hint:
      'It names all deployments and exceptions. Add what is missing where it should run; or remove order: then the ' +
      'exceptions come first, by name, and then the deployments, by name.',
  };
}
