import type { Problem } from '../../schema';
import { oncePerZone, registerOfZone, type OfZone } from '../binding/once-per-zone';

const MIGRATIONS = Symbol.for('zonewright/ManagedRulesMigration');

/** Registers a migration in the app. */
export function registerMigration(migration: OfZone): void {
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
