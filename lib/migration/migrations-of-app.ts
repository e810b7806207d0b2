import { atAnotherService, certainlyOfZone, type OfZone, type OncePerZone } from '../elements/once-per-zone';
import { isForgottenOrMoved } from '../binding/marks';

/** A zone has one migration. */
export const MIGRATION: OncePerZone = {
  kind: Symbol.for('zonewright/ManagedRulesMigration'),
  subject: 'The migration',
  verb: 'is',
  hint: 'A zone has one. Keep one ManagedRulesMigration, with the target state and all adjustments.',
};

/** What declares the migration of a zone. */
export interface ZoneMigration extends OfZone {
  /** The target state: literal, a token, or undefined when it is missing. */
  readonly targetState: unknown;
}

/** The migrations in the app that certainly belong to the zone of something. */
export function migrationsOfZone(ofZone: OfZone): readonly ZoneMigration[] {
  const found = certainlyOfZone(ofZone, MIGRATION.kind, ofZone.zoneId) as readonly ZoneMigration[];
  return found.filter((migration) => !isForgottenOrMoved(migration) && !atAnotherService(migration, ofZone));
}
