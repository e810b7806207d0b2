import type { MigrationState } from '../../../schema';

const START: MigrationState = 'start';

/**
 * Which migrations are in the state, and which are declared, in this run. The engine shows a replacement of a tainted
 * object as if nothing had been there, and looks at one resource at a time.
 */
export class MigrationClaims {
  readonly #held = new Map<string, string>();
  readonly #declared = new Set<string>();
  readonly #begun = new Set<string>();

  /**
   * Notes that an object of the state has the zone's migration. Of several, as when the engine keeps a replaced one, the
   * one that is under way counts.
   */
  hold(zoneId: string, state: string): void {
    if (state !== START || !this.#held.has(zoneId)) this.#held.set(zoneId, state);
  }

  /** Where the zone stands by the object that holds it; undefined when none does. */
  heldIn(zoneId: string): string | undefined {
    return this.#held.get(zoneId);
  }

  /** Notes that an object of this run is the zone's migration from now on: another one of the same zone is left over. */
  begin(zoneId: string): void {
    this.#begun.add(zoneId);
  }

  /** Whether this run makes an object that is the zone's migration. */
  begins(zoneId: string): boolean {
    return this.#begun.has(zoneId);
  }

  /** Notes that a resource declares the zone's migration. @returns whether it is the first one that does */
  declare(zoneId: string): boolean {
    if (this.#declared.has(zoneId)) return false;
    this.#declared.add(zoneId);
    return true;
  }
}
