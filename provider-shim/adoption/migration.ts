import { checkConfig, managedRulesMigrationSchema, PHASE_MANAGED_RULES, type Problem } from '../../schema';
import { managedRulesMigration } from '../resources/migration';
import { adjusted, inOrderOf, type Adjustments } from '../resources/migration/adjustments';
import { digestOf, readConfiguration, savedRules } from '../resources/migration/rules';
import { readStatus } from '../resources/migration/status';
import { declaredIn } from './adoptable';
import { finding, undeclarable } from './finding';
import { importObject } from './import-object';
import type { Area, ZoneCall } from './zone-call';

/** The migration of a zone, if it has begun, and whether the new managed rules are the zone's own from now on. */
export interface MigrationArea extends Area {
  readonly isFinished: boolean;
}

export async function readMigration(call: ZoneCall): Promise<MigrationArea> {
  const { client, zone, signal } = call;
  const { state } = await readStatus(client.reads, zone.id, signal);
  switch (state) {
    case 'start':
      return undeclared(
        finding(
          'migration_not_begun',
          'The migration to the new managed rules has not begun; the previous ones are not adopted.',
          'To begin, declare a zone_managed_rules_migration (docs/migration.md).',
        ),
      );
    case 'finishing':
      return undeclared(
        finding(
          'migration_finishing',
          'The migration to the new managed rules is finishing, and is not adopted yet.',
          'Adopt the zone into another folder once the migration has finished, within an hour.',
        ),
      );
    case 'validation':
    case 'finished':
      return declared(call, state === 'finished');
  }
}

async function declared({ client, zone, signal }: ZoneCall, isFinished: boolean): Promise<MigrationArea> {
  const imported = await importObject(managedRulesMigration, zone.id, client, signal);
  if ('refused' in imported) return undeclared(undeclarable('The migration', imported.refused));
  const { zone_id: _zone, ...attributes } = declaredIn(
    managedRulesMigrationSchema.attributes,
    imported.state,
  );
  const problems = checkConfig(managedRulesMigrationSchema, { zone_id: zone.id, ...attributes });
  if (problems.length > 0) return undeclared(undeclarable('The migration', problems));
  const adjustments = (attributes['adjustments'] ?? {}) as Adjustments;
  if (!isFinished && !(await isGenerated({ client, zone, signal }, adjustments)))
    return undeclared(
      finding(
        'migration_rules_edited',
        'The migration is in validation and is not adopted: its rules were edited in a way that adjustments cannot express.',
        'Its next apply would restore the generated rules. Finish the migration, or undo the edits, and adopt the zone into another folder.',
      ),
    );
  return {
    objects: [{ type: managedRulesMigrationSchema.type, importId: zone.id, attributes }],
    findings: [],
    isFinished,
  };
}

/** Whether the rules of a zone in validation are those that the service generates, with the adjustments. */
async function isGenerated(
  { client: { reads }, zone, signal }: Pick<ZoneCall, 'client' | 'zone' | 'signal'>,
  adjustments: Adjustments,
): Promise<boolean> {
  const [configuration, entryPoint] = await Promise.all([
    readConfiguration(reads, zone.id, signal),
    reads.getEntrypoint(zone.id, PHASE_MANAGED_RULES, { signal }),
  ]);
  const there = entryPoint?.rules ?? [];
  if (!configuration.available) return false;
  const generated = inOrderOf(there, adjusted(configuration.rules, adjustments));
  return digestOf(savedRules(generated)) === digestOf(savedRules(there));
}

function undeclared(found: Problem): MigrationArea {
  return { objects: [], findings: [found], isFinished: false };
}
