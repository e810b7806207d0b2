import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';

/** Creates what a seed describes, with the identifiers and the time that it leaves out. */
export type Made<T> = (next: () => string, time: string) => T;

/** Reads the items of a part of a seed; no two of them have the same id. */
export function readSeedItems<T>(
  reader: Reader | undefined,
  read: (item: Reader, readId: (id: Reader | undefined) => string | undefined) => Made<T> | undefined,
): readonly Made<T>[] {
  const seen = new Set<string>();
  const readId = (sent: Reader | undefined): string | undefined => readNewId(sent, seen);
  return (reader?.items() ?? []).flatMap((item) => read(item, readId) ?? []);
}

export function readSeedId(reader: Reader | undefined): string | undefined {
  return reader?.matching(IDENTIFIER, IDENTIFIER_FORM);
}

/** Reads an id that is not among these, and adds it to them. */
export function readNewId(sent: Reader | undefined, seen: Set<string>): string | undefined {
  const id = readSeedId(sent);
  if (id !== undefined && seen.has(id)) return sent?.refuse('another one here has this id');
  if (id !== undefined) seen.add(id);
  return id;
}
