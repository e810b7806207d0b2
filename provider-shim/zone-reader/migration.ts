import { KIND_ZONE, PHASE_MANAGED_RULES, isRecord } from '../../schema';
import { managedRulesMigration } from '../resources/migration';
import { adjusted, type Adjustments } from '../resources/migration/adjustments';
import { readConfiguration } from '../resources/migration/previous-waf';
import { digestOf, savedRules } from '../resources/rules/rule';
import { statusIfKept } from '../resources/migration/status';
import { declaredObject, finding, NOTHING, type Finding, undeclared, type Area, type ZoneCall } from './area';
import { managedRules } from '../resources/managed-rules';

/** The migration of a zone, if it has begun; and the managed rules, which are the zone's own once it has finished. */
export async function readMigration(call: ZoneCall): Promise<Area> {
  const { client, zone, signal } = call;
  const state = (await statusIfKept(client.reads, zone.id, signal))?.state;
  switch (state) {
    case undefined: {
      const rules = await readManagedRules(call);
      return rules.objects.length > 0 ? rules : undeclared(RETIRED, ...rules.findings);
    }
    case 'start':
      return undeclared(NOT_BEGUN, ...(await prematureRules(call)));
    case 'finishing':
      return undeclared(
        finding(
          'The migration to the new managed rules is finishing, and is not adopted yet.',
          'Adopt again with --again once the migration has finished, within an hour.',
        ),
      );
    case 'validation':
      return declared(call, state);
    case 'finished': {
      const rules = await readManagedRules(call);
      // Once a migration has finished, nothing is left to declare of it.
      if (rules.objects.length > 0) return rules;
      const migration = await declared(call, state);
      return { ...migration, findings: [...migration.findings, ...rules.findings] };
    }
  }
}

const NOT_BEGUN = finding(
  'The migration to the new managed rules has not begun; the previous ones are not adopted.',
  'To begin, declare a zone_managed_rules_migration (docs/guides/migrate.md).',
);

const RETIRED = finding(
  'The service no longer says whether the zone has migrated to the new managed rules, and it has none to adopt.',
  'To deploy some, declare a zone_managed_rules.',
);

/** Rules of the new version in a zone that has not migrated; the migration replaces them. */
async function prematureRules(call: ZoneCall): Promise<readonly Finding[]> {
  if (!(await hasManagedRules(call))) return [];
  return [
    finding(
      `The zone already has a ruleset of the phase ${PHASE_MANAGED_RULES}, which is not adopted.`,
      'The migration replaces its rules, and shows them in its plan first.',
    ),
  ];
}

async function hasManagedRules({ client, zone, signal }: ZoneCall): Promise<boolean> {
  const summaries = await client.reads.listRulesets(zone.id, { signal });
  return summaries.some(({ kind, phase }) => kind === KIND_ZONE && phase === PHASE_MANAGED_RULES);
}

async function declared(call: ZoneCall, state: 'validation' | 'finished'): Promise<Area> {
  const area = await declaredObject(call, managedRulesMigration, { subject: 'The migration' });
  const [migration] = area.objects;
  if (!migration) return area;
  if (state === 'finished') {
    // Nothing tells its adjustments from what was generated, and there is nothing left to adjust.
    const { adjustments: _none, ...attributes } = migration.attributes;
    return { ...area, objects: [{ ...migration, attributes }] };
  }
  return (await isGenerated(call, (migration.attributes['adjustments'] ?? {}) as Adjustments))
    ? area
    : undeclared(
        finding(
          'The migration is in validation and is not adopted: its rules were edited in a way that adjustments cannot express.',
          'Its next apply would restore the generated rules. Finish the migration, or undo the edits, and adopt again with --again.',
        ),
      );
}

/** Whether the rules of a zone in validation are those that the service generates, with the adjustments. */
async function isGenerated(
  { client: { reads }, zone, signal }: ZoneCall,
  adjustments: Adjustments,
): Promise<boolean> {
  const [configuration, entryPoint] = await Promise.all([
    readConfiguration(reads, zone.id, signal),
    reads.getEntrypoint(zone.id, PHASE_MANAGED_RULES, { signal }),
  ]);
  if (!configuration.available) return false;
  const generated = adjusted(configuration.rules, adjustments);
  return digestOf(savedRules(generated)) === digestOf(savedRules(entryPoint?.rules ?? []));
}

/** The managed rules of a zone that has finished its migration. */
async function readManagedRules(call: ZoneCall): Promise<Area> {
  if (!(await hasManagedRules(call))) return NOTHING;
  return declaredObject(call, managedRules, {
    subject: 'The managed rules',
    findingsOf: (state) => [...otherRules(state['other_rules']), ...keptSettings(state['kept_settings'])],
    isNothing: (refused) => refused.every(({ code }) => code === 'nothing_to_import'),
  });
}

function otherRules(rules: unknown): readonly Finding[] {
  const list = Array.isArray(rules) ? rules.filter(isRecord) : [];
  return list.map((rule) =>
    finding(
      `Rule ${String(rule['id'])} of the managed rules (${String(rule['action'])}) is not declared: ${String(rule['reason']).replace(/\.$/, '')}.`,
      'It stays where it is, also when the managed rules change.',
    ),
  );
}

function keptSettings(settings: unknown): readonly Finding[] {
  const byName = isRecord(settings) ? Object.entries(settings) : [];
  return byName.map(([name, json]) =>
    finding(
      `The rule ${JSON.stringify(name)} of the managed rules also has ${String(json)}, which the provider has no attributes for.`,
      'It stays as it is, also when the rule changes.',
    ),
  );
}
