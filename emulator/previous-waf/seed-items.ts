import * as is from '../checks/shape';
import { identifier, unused } from '../service/identifiers';

/** Creates what a seed describes, with the identifiers and the time that it leaves out. */
export type Made<T> = (next: () => string, time: string) => T;

/** An id that is not among these, to which it is added. */
export function newId(seen: Set<string>): is.Shape<string> {
  return unused(identifier, seen, 'another one here has this id');
}

/** URLs of page rules and URI-based overrides. */
export const urlPattern = is.text(/^\S{1,4096}$/, 'a URL without spaces, * for any text');
