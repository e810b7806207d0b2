import * as is from '../checks/shape';
import { IDENTIFIER, IDENTIFIER_FORM, unused } from '../service/identifiers';

/** Creates what a seed describes, with the identifiers and the time that it leaves out. */
export type Made<T> = (next: () => string, time: string) => T;

/** The id of something in a seed. */
export const seedId = is.text(IDENTIFIER, IDENTIFIER_FORM);

/** An id that is not among these, to which it is added. */
export function newId(seen: Set<string>): is.Shape<string> {
  return unused(seedId, seen, 'another one here has this id');
}
