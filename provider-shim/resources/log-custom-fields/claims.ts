import type { ProblemLike } from '../../framework';
import { listFields, sameFields, type Fields } from './fields';

/**
 * What each zone is to log, as planned and made in this run. The engine looks at one resource at a time, and would let
 * two of them overwrite each other for ever, or an old one empty the zone that its replacement has just filled.
 */
export class ZoneClaims {
  readonly #claims = new Map<string, Fields>();
  readonly #makers = new Map<string, string>();
  readonly #emptied = new Map<string, Fields>();
  readonly #writes = new Map<string, Promise<unknown>>();

  /** @param newMark a text that was never there before */
  constructor(private readonly newMark: () => string) {}

  /** Notes that the zone's fields are made now. @returns the mark of the object that they belong to */
  fill(zoneId: string): string {
    const mark = this.newMark();
    this.#makers.set(zoneId, mark);
    this.#emptied.delete(zoneId);
    return mark;
  }

  /** Whether the zone's fields were made in this run for another object than the one with this mark. */
  isFilledByAnother(zoneId: string, mark: unknown): boolean {
    const maker = this.#makers.get(zoneId);
    return maker !== undefined && maker !== mark;
  }

  /** Notes that the zone's fields were taken away in this run. */
  empty(zoneId: string, fields: Fields): void {
    this.#makers.delete(zoneId);
    this.#emptied.set(zoneId, fields);
  }

  /** What the zone had before this run took it away; undefined when it did not. */
  emptied(zoneId: string): Fields | undefined {
    return this.#emptied.get(zoneId);
  }

  /** Runs one write of a zone at a time: the engine makes and destroys objects side by side. */
  async alone<T>(zoneId: string, write: () => Promise<T>): Promise<T> {
    const before = this.#writes.get(zoneId) ?? Promise.resolve();
    const mine = before.then(write, write);
    this.#writes.set(zoneId, mine);
    return mine;
  }

  /**
   * Notes what a resource plans for a zone.
   *
   * @param as what the resource is to the engine: one that is to be made is planned once, any other may be planned
   *   again, and the second half of a replacement may differ from the first
   * @returns the problem, when another resource plans something for the same zone
   */
  claim(zoneId: string, fields: Fields, as: 'new' | 'existing' | 'replacing'): ProblemLike | undefined {
    const other = this.#claims.get(zoneId);
    if (other && as !== 'replacing' && (as === 'new' || !sameFields(other, fields))) {
      return declaredTwice(zoneId, other, fields);
    }
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
