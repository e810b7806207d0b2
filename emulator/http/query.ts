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

/** The values of `direction`. */
export const DIRECTIONS = ['asc', 'desc'] as const;

/** The order of two keys of one kind: texts by their characters, numbers by their value. */
export function compareKeys(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
