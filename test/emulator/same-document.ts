import { isDeepStrictEqual } from 'node:util';

/**
 * Expects the same as `toEqual`, which is several times slower for large documents and only runs if they differ.
 */
export function expectSameDocument(seen: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(seen, wanted)) expect(seen).toEqual(wanted);
}
