import { MIGRATION_STATES, type Explanation, type MigrationState } from '../../../schema';
import type { NewObject } from '../../sdk/framework';
import { listed } from '../messages';
import { Copies, Records } from '../run-state';

/** What a run knows of the migration of one zone. */
interface ZoneRecord {
  /** The state of the migration by the object that the state has of it; undefined when the state has none. */
  inState: string | undefined;
  /** The object that a resource declares it as, as `plannedObject` has it. */
  reservedBy: string | NewObject | undefined;
  /** Whether an object was made of it in this run. It is made before the object that it replaces is deleted, if ever. */
  isBegun: boolean;
}

/**
 * The migrations of one run, a record for each zone. The order of the calls makes no difference, but for which warning
 * lists the rules of several zones.
 */
export class MigrationRegistry {
  readonly #zones = new Records<ZoneRecord>(() => ({
    inState: undefined,
    reservedBy: undefined,
    isBegun: false,
  }));

  readonly #copies = new Copies();
  readonly #listedBy = new Map<string, string>();
  /** The migrations whose apply ended with an error, with the first line of it. */
  readonly #failed: string[] = [];

  /**
   * Notes that a warning lists rules.
   *
   * @param zone as messages call it
   * @returns the other zone whose warning lists the same rules already; undefined when this one has to
   */
  listRules(digest: string, zone: string): string | undefined {
    const listedBy = this.#listedBy.get(digest) ?? zone;
    this.#listedBy.set(digest, listedBy);
    return listedBy === zone ? undefined : listedBy;
  }

  /**
   * Notes that an object of the state has the zone's migration. Of several, as when the engine keeps a replaced one, the
   * one that is furthest counts.
   *
   * @param state as stored: in a damaged state file any text
   */
  markInState(zoneId: string, state: string): void {
    const zone = this.#zones.of(zoneId);
    if (zone.inState === undefined || isFurther(state, zone.inState)) zone.inState = state;
  }

  /** The state of the zone's migration by the object that the state has of it; undefined when it has none. */
  inState(zoneId: string): string | undefined {
    return this.#zones.of(zoneId).inState;
  }

  /** Notes that an object of the state is read. */
  markRead(zoneId: string, object: string): void {
    this.#copies.note(`${zoneId} ${object}`, 'read');
  }

  /**
   * Notes that a resource declares the zone's migration as this object.
   *
   * @param isStored whether that is one of the state, not one that replaces it
   * @returns whether no other object is declared so far
   */
  reserve(zoneId: string, object: string | NewObject, isStored: boolean): boolean {
    const zone = this.#zones.of(zoneId);
    const isCopied = isStored && this.#copies.note(`${zoneId} ${String(object)}`, 'kept');
    const isFirst = zone.reservedBy === undefined;
    zone.reservedBy ??= object;
    return isFirst || (zone.reservedBy === object && !isCopied);
  }

  /** Notes that an object of this run is the zone's migration from now on: another one of the same zone is left over. */
  markBegun(zoneId: string): void {
    this.#zones.of(zoneId).isBegun = true;
  }

  /** Whether this run makes an object that is the zone's migration. */
  isBegun(zoneId: string): boolean {
    return this.#zones.of(zoneId).isBegun;
  }

  /** Notes that the apply of a migration ended with an error. */
  noteFailure(zone: string, error: string): void {
    this.#failed.push(`${zone}: ${error.split('\n', 1)[0]}`);
  }

  /**
   * Why a migration does not begin, or its next step does not; undefined while it may. Those that have sent their first write
   * go on. It counts in one provider process, which the engine starts for each provider configuration and apply.
   *
   * @param most after how many failed migrations no other one begins (`max_failed_migrations`); undefined: any number
   */
  refusal(zone: string, hasBegun: boolean, most: number | undefined): Explanation | undefined {
    const count = this.#failed.length;
    if (most === undefined || count < most) return undefined;
    return {
      message:
        `${hasBegun ? 'The next step of the' : 'The'} migration of zone ${zone} was not begun, because ` +
        `${count === 1 ? 'another migration' : `${count} other migrations`} of this apply failed.`,
      hint:
        `max_failed_migrations is ${most}. Failed:\n${listed(this.#failed)}\nThis zone was not changed. Repair what failed, or ` +
        'increase max_failed_migrations; the next apply goes on with the zones that are left.',
    };
  }
}

/** Any text that is no state counts as under way: only what is certainly at its start may be replaced. */
function isFurther(state: string, other: string): boolean {
  const [rank, otherRank] = [rankOf(state), rankOf(other)];
  return rank > otherRank || (rank === otherRank && state > other);
}

function rankOf(state: string): number {
  const index = MIGRATION_STATES.indexOf(state as MigrationState);
  return index < 0 ? 0.5 : index;
}
