import type { Check } from '../description/attribute';
import { nearest } from '../description/nearest';
import type { Problem } from '../description/problem';
import { isKnown, isRecord, isUnknown, type JsonObject } from '../description/value';

/** The names of deployments and exceptions: part of the `ref` of their rules. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** The greatest length of a name. */
export const MAX_RULE_NAME = 64;

/** Whether a text may be the name of a deployment or an exception. */
export function isRuleName(text: string): boolean {
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
