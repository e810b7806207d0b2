import {
  checkConfig,
  isRecord,
  KIND_ZONE,
  PHASE_MANAGED_RULES,
  sameValue,
  type JsonObject,
  type Problem,
} from '../../schema';
import { managedRules } from '../resources/managed-rules';
import { declaredIn } from './adoptable';
import { finding, undeclarable } from './finding';
import { importObject } from './import-object';
import { NOTHING, type Area, type ZoneCall } from './zone-call';

/** The managed rules of a zone that has finished its migration. */
export async function readManagedRules({ client, zone, signal }: ZoneCall): Promise<Area> {
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
  const { zone_id: _zone, ...declared } = declaredIn(managedRules.schema.attributes, imported.state);
  const attributes = withoutUsualOrder(declared);
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

/** Without the order that the provider would choose: the exceptions by name, then the deployments by name. */
function withoutUsualOrder({ order, ...rest }: JsonObject): JsonObject {
  const names = ['exceptions', 'deployments'].flatMap((of) => Object.keys(rest[of] ?? {}).sort());
  return sameValue(order, names) ? rest : { ...rest, order };
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
