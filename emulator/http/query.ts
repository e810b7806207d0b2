import { invalidParameter } from '../service/chosen';

/** Whether an item of a list has what a parameter of the query asks for. */
export type Filter<T> = (item: T) => boolean;

/** The parameter, which must be one of these; `undefined` if it was not sent. @throws Refusal */
export function readChoice<const T extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const sent = query.get(name);
  if (sent === null) return undefined;
  const found = allowed.find((candidate) => candidate === sent);
  if (found === undefined) throw invalidParameter(name, sent, allowed.join(' or '));
  return found;
}

/** What a text filter compares with: `operator:value`, or a value alone for `equal` (docs/internals/service.md 9.1). */
const COMPARISONS: Readonly<Record<string, (text: string, value: string) => boolean>> = {
  equal: (text, value) => text === value,
  not_equal: (text, value) => text !== value,
  starts_with: (text, value) => text.startsWith(value),
  ends_with: (text, value) => text.endsWith(value),
  contains: (text, value) => text.includes(value),
};

const CASE_SENSITIVE = '_case_sensitive';

const CASE_SENSITIVE_OPERATORS: readonly string[] = ['starts_with', 'ends_with', 'contains'];

/** The longest value of a text filter, in characters: that of a domain name (docs/internals/service.md 9.1). */
const MAX_FILTER = 253;

/**
 * The filter that the parameter describes; `undefined` if it was not sent. Case matters only to operators that say so.
 *
 * @throws Refusal
 */
export function readTextFilter<T>(
  query: URLSearchParams,
  name: string,
  textOf: (item: T) => string,
): Filter<T> | undefined {
  const sent = query.get(name);
  if (sent === null) return undefined;
  if (sent.length > MAX_FILTER) throw invalidParameter(name, sent, `at most ${MAX_FILTER} characters long`);
  const end = sent.indexOf(':');
  const operator = sent.slice(0, Math.max(end, 0));
  const isSensitive = operator.endsWith(CASE_SENSITIVE);
  const base = isSensitive ? operator.slice(0, -CASE_SENSITIVE.length) : operator;
  const isKnown = isSensitive ? CASE_SENSITIVE_OPERATORS.includes(base) : Object.hasOwn(COMPARISONS, base);
  const compare = isKnown ? COMPARISONS[base] : undefined;
  const value = compare === undefined ? sent : sent.slice(end + 1);
  const cased = (text: string): string => (isSensitive && isKnown ? text : text.toLowerCase());
  return (item) => (compare ?? COMPARISONS['equal'])?.(cased(textOf(item)), cased(value)) === true;
}

/**
 * The items in the order that `order` and `direction` name. @throws Refusal
 *
 * @param keys what each order sorts by; the first is that of a query without `order`
 */
export function inOrder<T>(
  query: URLSearchParams,
  items: readonly T[],
  keys: Readonly<Record<string, (item: T) => string>>,
): readonly T[] {
  const names = Object.keys(keys);
  const order = readChoice(query, 'order', names) ?? names[0] ?? '';
  const keyOf = keys[order] ?? String;
  const sign = readChoice(query, 'direction', ['asc', 'desc']) === 'desc' ? -1 : 1;
  return items.toSorted((one, other) => sign * compareKeys(keyOf(one), keyOf(other)));
}

/** By the characters. */
function compareKeys(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
