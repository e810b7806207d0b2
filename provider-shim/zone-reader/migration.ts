import {
  checkConfig,
  KIND_ZONE,
  managedRulesMigrationSchema,
  PHASE_MANAGED_RULES,
  type Problem,
  isRecord,
} from '../../schema';
import { managedRulesMigration } from '../resources/migration';
import { adjusted, inOrderOf, type Adjustments } from '../resources/migration/adjustments';
import { digestOf, readConfiguration, savedRules } from '../resources/migration/rules';
import { readStatus } from '../resources/migration/status';
import { declaredIn, finding, undeclarable, type Area, type ZoneCall, NOTHING } from './area';
import { importObject } from './import-object';
import { managedRules } from '../resources/managed-rules';

/** The migration of a zone, if it has begun; and the managed rules, which are the zone's own once it has finished. */
export async function readMigration(call: ZoneCall): Promise<Area> {
  const { client, zone, signal } = call;
  const { state } = await readStatus(client.reads, zone.id, signal);
  switch (state) {
    case 'start':
      return { objects: [], findings: [NOT_BEGUN, ...(await prematureRules(call))] };
    case 'finishing':
      return undeclared(
        finding(
          'migration_finishing',
          'The migration to the new managed rules is finishing, and is not adopted yet.',
          'Adopt again with --again once the migration has finished, within an hour.',
        ),
      );
    case 'validation':
      return declared(call, state);
    case 'finished': {
      const rules = await readManagedRules(call);
      // Beside the rules, a migration that has finished would show each change of them as drift.
      if (rules.objects.length > 0) return rules;
      const migration = await declared(call, state);
      return {
        objects: [...migration.objects, ...rules.objects],
        findings: [...migration.findings, ...rules.findings],
      };
    }
  }
}

const NOT_BEGUN = finding(
  'migration_not_begun',
  'The migration to the new managed rules has not begun; the previous ones are not adopted.',
  'To begin, declare a zone_managed_rules_migration (docs/guides/migrate.md).',
);

/** Rules of the new version in a zone that has not migrated; the migration replaces them. */
async function prematureRules({ client, zone, signal }: ZoneCall): Promise<readonly Problem[]> {
  const summaries = await client.reads.listRulesets(zone.id, { signal });
  const isThere = summaries.some(({ kind, phase }) => kind === KIND_ZONE && phase === PHASE_MANAGED_RULES);
  return isThere
    ? [
        finding(
          'managed_rules_before_migration',
          `The zone already has a ruleset of the phase ${PHASE_MANAGED_RULES}, which is not adopted.`,
          'The migration replaces its rules, and shows them in its plan first.',
        ),
      ]
    : [];
}

async function declared({ client, zone, signal }: ZoneCall, state: 'validation' | 'finished'): Promise<Area> {
  const imported = await importObject(managedRulesMigration, zone.id, client, signal);
  if ('refused' in imported) return undeclared(undeclarable('The migration', imported.refused));
  const { zone_id: _zone, ...attributes } = declaredIn(
    managedRulesMigrationSchema.attributes,
    imported.state,
  );
  const problems = checkConfig(managedRulesMigrationSchema, { zone_id: zone.id, ...attributes });
  if (problems.length > 0) return undeclared(undeclarable('The migration', problems));
  const adjustments = (attributes['adjustments'] ?? {}) as Adjustments;
  if (state === 'validation' && !(await isGenerated({ client, zone, signal }, adjustments)))
    return undeclared(
      finding(
        'migration_rules_edited',
        'The migration is in validation and is not adopted: its rules were edited in a way that adjustments cannot express.',
        'Its next apply would restore the generated rules. Finish the migration, or undo the edits, and adopt again with --again.',
      ),
    );
  return {
    objects: [{ type: managedRulesMigrationSchema.type, importId: zone.id, attributes }],
    findings: [],
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

function undeclared(found: Problem): Area {
  return { objects: [], findings: [found] };
}

/** The managed rules of a zone that has finished its migration. */
async function readManagedRules({ client, zone, signal }: ZoneCall): Promise<Area> {
  const summaries = await client.reads.listRulesets(zone.id, { signal });
  if (!summaries.some(({ kind, phase }) => kind === KIND_ZONE && phase === PHASE_MANAGED_RULES))
    return NOTHING;
  const imported = await importObject(managedRules, zone.id, client, signal);
  if ('refused' in imported) {
    const isEmpty = imported.refused.every(({ code }) => code === 'nothing_to_import');
    return isEmpty
      ? NOTHING
      : { objects: [], findings: [undeclarable('The managed rules', imported.refused)] };
  }
  const { zone_id: _zone, ...attributes } = declaredIn(managedRules.schema.attributes, imported.state);
  const problems = checkConfig(managedRules.schema, { zone_id: zone.id, ...attributes });
  if (problems.length > 0) return { objects: [], findings: [undeclarable('The managed rules', problems)] };
  return {
    objects: [{ type: managedRules.schema.type, importId: zone.id, attributes }],
    findings: [
      ...otherRules(imported.state['other_rules']),
      ...keptSettings(imported.state['kept_settings']),
    ],
  };
}

function otherRules(rules: unknown): readonly Problem[] {
  const list = Array.isArray(rules) ? rules.filter(isRecord) : [];
  return list.map((rule) =>
    finding(
      'managed_rules_other_rule',
      `Rule ${String(rule['id'])} of the managed rules (${String(rule['action'])}) is not declared: ${String(rule['reason']).replace(/\.$/, '')}.`,
      'It stays where it is, also when the managed rules change.',
    ),
  );
}

function keptSettings(settings: unknown): readonly Problem[] {
  const byName = isRecord(settings) ? Object.entries(settings) : [];
  return byName.map(([name, json]) =>
    finding(
      'managed_rules_kept_settings',
      `The rule ${JSON.stringify(name)} of the managed rules also has ${String(json)}, which the provider has no attributes for.`,
      'It stays as it is, also when the rule changes.',
    ),
  );
}
