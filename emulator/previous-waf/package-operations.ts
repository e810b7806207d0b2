import { type Reader, check } from '../checks/reader';
import { accepted } from '../service/refusal';
import { pageOf } from '../http/page-of';
import type { ZoneCall, ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import type { Zone } from '../service/zone';
import { type OldPackage, packageById } from './catalogue';
import { noPackage, onlyAnomalyPackages } from './errors';
import { type ListQuery, PAGE_SIZES, equalTo, selectedItems } from './list-query';
import { type CoreRuleSet, CORE_ACTION_MODES, CORE_SENSITIVITIES } from './previous-waf';
import { readOperation, writeOperation } from './waf-operation';

/** The package's groups and rules are below this path. */
export const PACKAGES_PATH = '/zones/:zone_id/firewall/waf/packages';
const PACKAGE_PATH = `${PACKAGES_PATH}/:package`;

const QUERY: ListQuery<OldPackage> = {
  search: { name: equalTo(({ name }) => name) },
  order: { name: ({ name }) => name },
};

/** The packages of the previous managed rules (docs/internals/service.md 7.7). */
const listPackages = readOperation('waf.packages.list', PACKAGES_PATH, ({ zone, query }) =>
  pageOf(query, PAGE_SIZES, selectedItems(query, zone.previousWaf.packages, QUERY), (pack) =>
    packageView(zone, pack),
  ),
);

const getPackage = readOperation('waf.packages.get', PACKAGE_PATH, (call) => ({
  kind: 'result',
  result: packageView(call.zone, namedPackage(call)),
}));

/** Only an anomaly package has anything to change. */
const updatePackage = writeOperation('waf.packages.update', 'PATCH', PACKAGE_PATH, (call) => {
  const { service, zone, body, dryRun } = call;
  const pack = namedPackage(call);
  if (pack.detectionMode !== 'anomaly') throw onlyAnomalyPackages();
  const core = accepted(check(body, (reader) => readCoreRuleSet(reader, zone.previousWaf.core)));
  if (dryRun) return { kind: 'result', result: null };
  timeOfWrite(service);
  zone.previousWaf.core = core;
  return { kind: 'result', result: packageView(zone, pack) };
});

export const PACKAGE_OPERATIONS: readonly ZoneOperation[] = [listPackages, getPackage, updatePackage];

function packageView({ id, previousWaf }: Zone, pack: OldPackage): unknown {
  return {
    id: pack.id,
    name: pack.name,
    description: pack.description,
    zone_id: id,
    detection_mode: pack.detectionMode,
    status: 'active',
    ...(pack.detectionMode === 'anomaly' && shownCoreRuleSet(previousWaf.core)),
  };
}

/** The package that the path names. @throws Refusal */
export function namedPackage({ zone, parameters }: ZoneCall): OldPackage {
  const id = parameters['package'] ?? '';
  const pack = packageById(zone.previousWaf.packages, id);
  if (pack === undefined) throw noPackage(id);
  return pack;
}

const CORE_RULE_SET_MEMBERS = ['sensitivity', 'action_mode'] as const;

/** The settings that the document changes; a sensitivity `default` resets a chosen one. */
export function readCoreRuleSet(reader: Reader, present: CoreRuleSet): CoreRuleSet | undefined {
  const members = reader.members(CORE_RULE_SET_MEMBERS);
  if (members === undefined) return undefined;
  const sensitivity = members.optional('sensitivity');
  const actionMode = members.optional('action_mode');
  if (sensitivity === undefined && actionMode === undefined)
    return reader.refuse(`at least one of ${CORE_RULE_SET_MEMBERS.join(', ')} must be present`);
  return {
    sensitivity: sensitivity?.oneOf(CORE_SENSITIVITIES) ?? present.sensitivity,
    actionMode: actionMode?.oneOf(CORE_ACTION_MODES) ?? present.actionMode,
  };
}

/** The settings as the package returns them: a sensitivity that nobody chose is high (docs/internals/service.md 7.7). */
function shownCoreRuleSet({ sensitivity, actionMode }: CoreRuleSet): Readonly<Record<string, string>> {
  return { sensitivity: sensitivity === 'default' ? 'high' : sensitivity, action_mode: actionMode };
}
