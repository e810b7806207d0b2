import type { Problem } from '../../schema';
import { listed } from './messages';

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
export class FailureLimit {
  readonly #failed: FailedMigration[] = [];

  /** @param most undefined: any number may fail */
  constructor(private readonly most?: number) {}

  /** Notes that the apply of a migration ended with an error. */
  note(zone: string, error: string): void {
    const [line = ''] = error.split('\n', 1);
    this.#failed.push({ zone, error: line });
  }

  /** Why a migration does not begin, or its next step does not; undefined while it may. */
  refusal(zone: string, hasBegun: boolean): Problem | undefined {
    const count = this.#failed.length;
    if (this.most === undefined || count < this.most) return undefined;
    const failed = this.#failed.map(({ zone: each, error }) => `${each}: ${error}`);
    return {
      code: 'failed_migrations_limit',
      path: [],
      message:
        `${hasBegun ? 'The next step of the' : 'The'} migration of zone ${zone} was not begun, because ` +
        `${count === 1 ? 'another migration' : `${count} other migrations`} of this apply failed.`,
      hint:
        `max_failed_migrations is ${this.most}. Failed:\n${listed(failed)}\nThis zone was not changed. Repair what failed, or ` +
        'increase max_failed_migrations; the next apply goes on with the zones that are left.',
    };
  }
}
