import { IDENTIFIER } from '../determinism/identifiers';

/** The path of `{base_url}`, with the version prefix (docs/service.md 1.3). */
export const BASE_PATH = '/client/v4';

const PREFIX = `${BASE_PATH}/zones/`;

/** The identifier of the zone that a path names, whether there is such a zone or not. */
export function namedZone(path: string): string | undefined {
  if (!path.startsWith(PREFIX)) return undefined;
  const end = path.indexOf('/', PREFIX.length);
  const name = path.slice(PREFIX.length, end === -1 ? undefined : end);
  return IDENTIFIER.test(name) ? name : undefined;
}
