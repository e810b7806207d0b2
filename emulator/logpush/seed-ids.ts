import type { Reader } from '../checks/reader';

/** Far more than anybody needs, and far below the limit of exact whole numbers. */
const MAX_ID = 1_000_000_000_000;

const TOO_HIGH = `it must be at most ${MAX_ID}`;

/** Reads the highest id ever used; 0 if the seed does not contain it. */
export function readSeedLastId(reader: Reader | undefined): number {
  const id = reader?.count() ?? 0;
  if (id > MAX_ID) reader?.refuse(TOO_HIGH);
  return id;
}

/** Reads the id of a thing in a seed. @param seen the ids before it @param taken why a repeated one is refused */
export function readSeedId(reader: Reader | undefined, seen: Set<number>, taken: string): number | undefined {
  const id = reader?.count();
  if (id === undefined) return undefined;
  if (id === 0) return reader?.refuse('it must be a whole number from 1');
  if (id > MAX_ID) return reader?.refuse(TOO_HIGH);
  if (seen.has(id)) return reader?.refuse(taken);
  seen.add(id);
  return id;
}
