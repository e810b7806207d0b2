import type { ProblemLike } from '../../framework';
import { listFields, sameFields, type Fields } from './fields';

/**
 * What each zone is to log, as planned and made in this run. The engine looks at one resource at a time, and would let
 * two of them overwrite each other for ever, or an old one empty the zone that its replacement has just filled.
 */
export class ZoneClaims {
  readonly #claims = new Map<string, Fields>();
  readonly #makers = new Map<string, string>();

  /** @param newMark a text that was never there before */
  constructor(private readonly newMark: () => string) {}

  /** Notes that the zone's fields are made now. @returns the mark of the object that they belong to */
  fill(zoneId: string): string {
    const mark = this.newMark();
    this.#makers.set(zoneId, mark);
    return mark;
  }

  /** Whether the zone's fields were made in this run for another object than the one with this mark. */
  isFilledByAnother(zoneId: string, mark: unknown): boolean {
    const maker = this.#makers.get(zoneId);
    return maker !== undefined && maker !== mark;
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
