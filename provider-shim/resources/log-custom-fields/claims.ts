import type { ProblemLike } from '../../framework';
import { listFields, sameFields, type Fields } from './fields';

/**
 * What each zone is to log, as planned and made in this run. The engine looks at one resource at a time, and would let
 * two of them overwrite each other for ever, or an old one empty the zone that its replacement has just filled.
 */
export class ZoneClaims {
  readonly #claims = new Map<string, Fields>();
  readonly #filled = new Set<string>();

  /** Notes that the zone's fields were made in this run. */
  fill(zoneId: string): void {
    this.#filled.add(zoneId);
  }

  /** Whether the zone's fields were made in this run, so that they are a new object's and not an old one's. */
  isFilled(zoneId: string): boolean {
    return this.#filled.has(zoneId);
  }

  /**
   * Notes what a resource plans for a zone.
   *
   * @param replacing the resource has planned this zone before in this run, as the first half of a replacement
   * @returns the problem, when another resource plans something else for the zone
   */
  claim(zoneId: string, fields: Fields, replacing: boolean): ProblemLike | undefined {
    const other = this.#claims.get(zoneId);
    if (other && !replacing && !sameFields(other, fields)) return declaredTwice(zoneId, other, fields);
    this.#claims.set(zoneId, fields);
    return undefined;
  }
}

function declaredTwice(zoneId: string, one: Fields, other: Fields): ProblemLike {
  return {
    code: 'zone_declared_twice',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zoneId} are declared by two resources of this configuration.`,
    hint:
      `One has ${listFields(one)}; the other has ${listFields(other)}. A zone has one list, so each apply would ` +
      'overwrite one with the other. Keep one resource, with all names in it.',
  };
}
