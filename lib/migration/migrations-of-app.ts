import type { Problem } from '../../schema';
import { oncePerZone, type OfZone } from '../once-per-zone';
import { register, registered } from '../registry';

const MIGRATIONS = Symbol.for('zonewright/ManagedRulesMigration');

/** Makes a migration known to all others in the app. */
export function registerMigration(migration: OfZone): void {
  register(migration.node.root, MIGRATIONS, migration);
}

/** A zone has one migration. */
export function oneMigrationPerZone(migration: OfZone): readonly Problem[] {
  const all = registered(migration.node.root, MIGRATIONS) as readonly OfZone[];
  return oncePerZone(migration, all, {
    subject: 'The migration',
    verb: 'is',
    hint: 'A zone has one. Keep one ManagedRulesMigration, with the state that is to be reached and all adjustments.',
  });
}
