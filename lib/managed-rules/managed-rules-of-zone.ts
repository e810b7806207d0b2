import type { Problem } from '../../schema';
import { known } from '../binding/known';
import { oncePerZone, registerOfZone, type OfZone } from '../elements/once-per-zone';
import { migrationsOfZone, type ZoneMigration } from '../migration/migrations-of-app';

const MANAGED_RULES = Symbol.for('zonewright/ManagedRules');

/** Registers the managed rules of a zone in the app. */
export function registerManagedRules(rules: OfZone): void {
  registerOfZone(MANAGED_RULES, rules);
}

/** A zone has one list of managed rules. */
export function oneManagedRulesPerZone(rules: OfZone): readonly Problem[] {
  return oncePerZone(rules, MANAGED_RULES, {
    subject: 'The managed rules',
    verb: 'are',
    hint: 'A zone has one list of them. Keep one ManagedRules.',
  });
}

/** What contradicts a migration of the same zone: it has not finished, or it changes the same rules. */
export function atOddsWithMigration(rules: OfZone): readonly Problem[] {
  return migrationsOfZone(rules).flatMap((migration) => {
    if (known(migration.targetState) === 'validation') return [notFinished(rules, migration)];
    return hasAdjustments(migration) ? [writtenTwice(rules, migration)] : [];
  });
}

function hasAdjustments({ adjustments }: ZoneMigration): boolean {
  const value = known(adjustments);
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function notFinished({ node }: OfZone, migration: ZoneMigration): Problem {
  return {
    code: 'migration_not_finished',
    path: ['zone_id'],
    message: `The zone of ${node.path} is to validate its migration (${migration.node.path}), which does not finish it.`,
    hint:
      'While a zone validates, its migration saves the managed rules. Declare ManagedRules once the migration has ' +
      'finished; until then, use adjustments of the migration.',
  };
}

function writtenTwice({ node }: OfZone, migration: ZoneMigration): Problem {
  return {
    code: 'rules_of_migration',
    path: ['zone_id'],
    message: `The managed rules of the zone are declared by ${node.path}, and adjusted by the migration ${migration.node.path}.`,
    hint:
      'Each would undo what the other saves. Move the adjustments into overrides of the deployments, and let the state ' +
      'forget the migration: call its forget(), or replace its construct with ManagedRulesMigration.forget.',
  };
}
