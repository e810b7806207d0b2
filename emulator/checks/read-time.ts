import type { Reader } from './reader';

/** Reads a time as seeds write it, ISO 8601 in UTC: in milliseconds since the Unix epoch. */
export function readTime(reader: Reader | undefined): number | undefined {
  const text = reader?.matching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time such as 2025-01-01T00:00:00Z');
  if (reader === undefined || text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? reader.refuse('there is no such time') : time;
}

/** The same for a time that is kept as it is written. */
export function readTimeText(reader: Reader | undefined): string | undefined {
  return readTime(reader) === undefined ? undefined : reader?.string();
}
