import { MigrationRegistry } from './migration-registry';
import type { Explanation } from '../../schema';
import { listed } from './messages';
import { Records } from './records';

/**
 * What one run of the provider remembers of the objects that it was shown, from its configuration to its close.
 *
 * The engine shows one object at a time, several at once, without their addresses and in an order of its own. A
 * replacement comes as two objects, and a tainted object as if it were new. Whether two objects of one configuration or
 * state get in each other's way can only be told by what was shown before. So each registry keeps a record for each
 * thing at the service that objects share, and one for each object of the state where objects differ.
 *
 * Rules of all records:
 * - A record stays until the run ends, and nothing outlives the run: what has to is in the private state of an object or
 *   in `records`.
 * - What is in the state and what is declared are two members of a record, and neither overwrites the other.
 * - Between objects the order of the calls makes no difference: of two that conflict the later one is refused, whichever
 *   comes first.
 * - Of one object the order counts that the engine keeps: its state is shown, then it is read (or not at all), then
 *   planned, then applied; the old half of a replacement is destroyed before the new half is planned again.
 */
export class RunState {
  readonly migrations = new MigrationRegistry();
  readonly migrationFailures: FailureLimit;
  readonly #registries = new Map<new () => object, Records<object>>();
  /** Zones that the service does not have any more. */
  readonly #gone = new Set<string>();

  /** @param maxFailedMigrations after how many failed migrations no other one begins. @default any number */
  constructor(maxFailedMigrations?: number) {
    this.migrationFailures = new FailureLimit(maxFailedMigrations);
  }

  /** A registry, the same for the whole run. @param name which of several of one kind */
  of<T extends object>(Registry: new () => T, name = ''): T {
    const all = this.#registries.get(Registry) ?? new Records<object>(() => new Registry());
    this.#registries.set(Registry, all);
    return all.of(name) as T;
  }

  /** Notes that a zone is gone. @returns whether that is news */
  markGone(zoneId: string): boolean {
    const isNews = !this.#gone.has(zoneId);
    this.#gone.add(zoneId);
    return isNews;
  }

  isGone(zoneId: string): boolean {
    return this.#gone.has(zoneId);
  }
}

/** A migration whose apply ended with an error, and the first line of that error. */
interface FailedMigration {
  readonly zone: string;
  readonly error: string;
}

/**
 * Stops an apply after so many failed migrations (`max_failed_migrations`): from then on, no other one begins. Those that
 * have sent their first write go on. It counts in one provider process, which the engine starts for each provider
 * configuration and apply.
 */
class FailureLimit {
  readonly #failed: FailedMigration[] = [];

  /** @param most undefined: any number may fail */
  constructor(private readonly most?: number) {}

  /** Notes that the apply of a migration ended with an error. */
  note(zone: string, error: string): void {
    const [line = ''] = error.split('\n', 1);
    this.#failed.push({ zone, error: line });
  }

  /** Why a migration does not begin, or its next step does not; undefined while it may. */
  refusal(zone: string, hasBegun: boolean): Explanation | undefined {
    const count = this.#failed.length;
    if (this.most === undefined || count < this.most) return undefined;
    const failed = this.#failed.map(({ zone: each, error }) => `${each}: ${error}`);
    return {
      message:
        `${hasBegun ? 'The next step of the' : 'The'} migration of zone ${zone} was not begun, because ` +
        `${count === 1 ? 'another migration' : `${count} other migrations`} of this apply failed.`,
      hint:
        `max_failed_migrations is ${this.most}. Failed:\n${listed(failed)}\nThis zone was not changed. Repair what failed, or ` +
        'increase max_failed_migrations; the next apply goes on with the zones that are left.',
    };
  }
}
