import { IDENTIFIER } from '../determinism/identifiers';
import { BASE_PATH } from './base-path';

const PREFIX = `${BASE_PATH}/zones/`;

/** The identifier of the zone that a path names, whether there is such a zone or not. */
export function namedZone(path: string): string | undefined {
  if (!path.startsWith(PREFIX)) return undefined;
  const end = path.indexOf('/', PREFIX.length);
  const name = path.slice(PREFIX.length, end === -1 ? undefined : end);
  return IDENTIFIER.test(name) ? name : undefined;
}
