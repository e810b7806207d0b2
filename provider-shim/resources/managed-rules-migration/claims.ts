/**
 * Which migrations are in the state, and which are to be made, in this run. The engine shows a replacement of a tainted
 * object as if nothing had been there, and looks at one resource at a time.
 */
export class MigrationClaims {
  readonly #held = new Map<string, string>();
  readonly #declared = new Set<string>();

  /** Notes that an object of the state has the zone's migration, which may not be destroyed. */
  hold(zoneId: string, state: string): void {
    this.#held.set(zoneId, state);
  }

  /** Where the zone stands by the object that holds it; undefined when none does. */
  heldIn(zoneId: string): string | undefined {
    return this.#held.get(zoneId);
  }

  /** Notes that the zone's migration is to be made. @returns whether it is the first resource that says so */
  declare(zoneId: string): boolean {
    if (this.#declared.has(zoneId)) return false;
    this.#declared.add(zoneId);
    return true;
  }
}
