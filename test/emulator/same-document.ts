import { isDeepStrictEqual } from 'node:util';

/**
 * Expects the same as `toEqual`, which takes several times as long for large documents: it is asked when they
 * differ.
 */
export function expectSameDocument(seen: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(seen, wanted)) expect(seen).toEqual(wanted);
}
