import { invalidParameter } from '../service/chosen';
import type { PageSizes } from '../http/page-of';
import { type Filter, compareKeys, DIRECTIONS, readChoice } from '../http/query';

/** The pages of packages, groups, rules, overrides and page rules (docs/internals/service.md 7.7). */
export const PAGE_SIZES: PageSizes = { least: 5, most: 100, usual: 50 };

/** The pages of filters and firewall rules (docs/internals/service.md 7.8). */
export const FIREWALL_PAGE_SIZES: PageSizes = { ...PAGE_SIZES, usual: 25 };

/** A query parameter that selects items: reads its value. @throws Refusal if the value is not one of its values */
type SearchParameter<T> = (value: string, parameter: string) => Filter<T>;

/** What a list can be asked for besides its pages (docs/internals/service.md 7.7). */
export interface ListQuery<T> {
  readonly search: Readonly<Record<string, SearchParameter<T>>>;
  /** The values of `order`, with the key by which each sorts. @default - the parameter is ignored */
  readonly order?: Readonly<Record<string, (item: T) => string | number>>;
  /** Used without `direction`. @default 'asc' */
  readonly direction?: (typeof DIRECTIONS)[number];
}

const MATCHES = ['all', 'any'] as const;

/** The parameter has one of the item's own texts, as it is. */
export function equalTo<T>(textOf: (item: T) => string): SearchParameter<T> {
  return (value) => (item) => textOf(item) === value;
}

/** The parameter is part of the item's text, in any case. */
export function partOf<T>(textOf: (item: T) => string): SearchParameter<T> {
  return (value) => (item) => textOf(item).toLowerCase().includes(value.toLowerCase());
}

/** The parameter is one of these words, each of which stands for some of the item's own values. */
export function wordFor<T>(
  words: Readonly<Record<string, readonly unknown[]>>,
  valueOf: (item: T) => unknown,
): SearchParameter<T> {
  const known = new Map(Object.entries(words));
  return (value, parameter) => {
    const wanted = known.get(value);
    if (wanted === undefined) throw invalidParameter(parameter, value, [...known.keys()].join(' or '));
    return (item) => wanted.includes(valueOf(item));
  };
}

export function trueOrFalse<T>(valueOf: (item: T) => boolean): SearchParameter<T> {
  return wordFor({ true: [true], false: [false] }, valueOf);
}

export function wholeNumber<T>(valueOf: (item: T) => number): SearchParameter<T> {
  return (value, parameter) => {
    if (!/^\d{1,9}$/.test(value)) throw invalidParameter(parameter, value, 'a number');
    return (item) => valueOf(item) === Number(value);
  };
}

/**
 * The items that the query asks for, in the order that it asks for. Without `order` they stay in their own order, which
 * `direction=desc` reverses. Parameters that the list does not have are ignored.
 *
 * @param items in ascending order
 * @throws Refusal for a value that a parameter does not have
 */
export function selectedItems<T>(
  query: URLSearchParams,
  items: readonly T[],
  { search, order = {}, direction: usual = 'asc' }: ListQuery<T>,
): readonly T[] {
  const requirements = Object.entries(search).flatMap(([parameter, read]) => {
    const value = query.get(parameter);
    return value === null ? [] : [read(value, parameter)];
  });
  const anyOf = readChoice(query, 'match', MATCHES) === 'any' && requirements.length > 0;
  const found = items.filter((item) =>
    anyOf ? requirements.some((has) => has(item)) : requirements.every((has) => has(item)),
  );
  const orders = Object.keys(order);
  const key = orders.length === 0 ? undefined : order[readChoice(query, 'order', orders) ?? ''];
  const sorted = key === undefined ? found : found.toSorted((a, b) => compareKeys(key(a), key(b)));
  const direction = readChoice(query, 'direction', DIRECTIONS) ?? usual;
  return direction === 'asc' ? sorted : sorted.toReversed();
}
