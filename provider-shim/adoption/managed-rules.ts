import {
  checkConfig,
  isRecord,
  KIND_ZONE,
  PHASE_MANAGED_RULES,
  sameValue,
  type JsonObject,
  type Problem,
} from '../../schema';
import { createZoneProvider } from '../zone-provider';
import { declaredIn } from './adoptable';
import { finding, undeclarable } from './finding';
import { importObject } from './import-object';
import { NOTHING, type Area, type ZoneCall } from './zone-call';

const TYPE = 'zone_managed_rules';

/** The managed rules of a zone that has finished its migration. */
export async function readManagedRules({ client, zone, signal }: ZoneCall): Promise<Area> {
  const summaries = await client.reads.listRulesets(zone.id, { signal });
  if (!summaries.some(({ kind, phase }) => kind === KIND_ZONE && phase === PHASE_MANAGED_RULES))
    return NOTHING;
  const resource = resourceOf(TYPE);
  if (!resource) return { objects: [], findings: [undeclared()] };
  const imported = await importObject(resource, zone.id, client, signal);
  if ('refused' in imported) {
    const isEmpty = imported.refused.every(({ code }) => code === 'nothing_to_import');
    return isEmpty
      ? NOTHING
      : { objects: [], findings: [undeclarable('The managed rules', imported.refused)] };
  }
  const { zone_id: _zone, ...declared } = declaredIn(resource.schema.attributes, imported.state);
  const attributes = withoutUsualOrder(declared);
  const problems = checkConfig(resource.schema, { zone_id: zone.id, ...attributes });
  if (problems.length > 0) return { objects: [], findings: [undeclarable('The managed rules', problems)] };
  return {
    objects: [{ type: TYPE, importId: zone.id, attributes }],
    findings: [
      ...otherRules(imported.state['other_rules']),
      ...keptSettings(imported.state['kept_settings']),
    ],
  };
}

function resourceOf(type: string): ReturnType<typeof createZoneProvider>['resources'][number] | undefined {
  const nothing = { environment: {}, folder: '', version: '', redact: () => undefined };
  return createZoneProvider(nothing).resources.find(({ schema }) => schema.type === type);
}

/** Without the order that the provider would choose: the exceptions by name, then the deployments by name. */
function withoutUsualOrder({ order, ...rest }: JsonObject): JsonObject {
  const names = ['exceptions', 'deployments'].flatMap((of) => Object.keys(rest[of] ?? {}).sort());
  return sameValue(order, names) ? rest : { ...rest, order };
}

function undeclared(): Problem {
  return finding(
    'managed_rules',
    'The managed rules of the zone are not adopted.',
    'The migration is; what it saved stays as it is.',
  );
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
