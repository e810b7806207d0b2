import type { IdentifierSource } from '../determinism/identifiers';

/** The next number that no job of the zone has. */
export function nextJobId(identifiers: IdentifierSource, taken: { has(id: number): boolean }): number {
  let id = identifiers.nextNumber();
  while (taken.has(id)) id = identifiers.nextNumber();
  return id;
}
