import type { Problem } from '../../schema';
import {
  atAnotherService,
  certainlyOfZone,
  oncePerZone,
  registerOfZone,
  type OfZone,
} from '../elements/once-per-zone';
import { isForgottenOrMoved } from '../binding/marks';

const MIGRATIONS = Symbol.for('zonewright/ManagedRulesMigration');

/** What declares the migration of a zone. */
export interface ZoneMigration extends OfZone {
  /** The target state: literal, a token, or undefined when it is missing. */
  readonly targetState: unknown;
  /** Changes to what the managed rules do, as given. */
  readonly adjustments?: unknown;
}

/** Registers a migration in the app. */
export function registerMigration(migration: ZoneMigration): void {
  registerOfZone(MIGRATIONS, migration);
}

/** A zone has one migration. */
export function oneMigrationPerZone(migration: OfZone): readonly Problem[] {
  return oncePerZone(migration, MIGRATIONS, {
    subject: 'The migration',
    verb: 'is',
    hint: 'A zone has one. Keep one ManagedRulesMigration, with the target state and all adjustments.',
  });
}

/** The migrations in the app that certainly belong to the zone of something. */
export function migrationsOfZone(ofZone: OfZone): readonly ZoneMigration[] {
  const found = certainlyOfZone(ofZone, MIGRATIONS, ofZone.zoneId) as readonly ZoneMigration[];
  return found.filter((migration) => !isForgottenOrMoved(migration) && !atAnotherService(migration, ofZone));
}
