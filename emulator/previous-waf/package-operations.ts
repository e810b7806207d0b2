import { check } from '../checks/reader';
import { onlyAnomalyPackages } from './errors';
import { accepted } from '../errors/refusal';
import type { Operation } from '../http/operation';
import { timeOfWrite } from '../service/service';
import type { Zone } from '../service/zone';
import type { OldPackage } from './catalogue';
import { OLD_PACKAGES } from './catalogue';
import { readCoreRuleSet, shownCoreRuleSet } from './core-rule-set';
import { namedPackage } from './named-package';
import { pageOf } from './paging';

/** Below it are the package's groups and rules. */
export const PACKAGES_PATH = '/zones/:zone_id/firewall/waf/packages';
const PACKAGE_PATH = `${PACKAGES_PATH}/:package`;

/** The packages of the previous managed rules (docs/service.md 7.7). */
export const listPackages: Operation = {
  name: 'waf.packages.list',
  method: 'GET',
  path: PACKAGES_PATH,
  permission: 'waf:read',
  body: 'none',
  run: ({ zone, query }) => pageOf(query, OLD_PACKAGES, (pack) => packageView(zone, pack)),
};

export const getPackage: Operation = {
  name: 'waf.packages.get',
  method: 'GET',
  path: PACKAGE_PATH,
  permission: 'waf:read',
  body: 'none',
  run: (call) => ({ kind: 'result', result: packageView(call.zone, namedPackage(call)) }),
};

/** Only an anomaly package has anything to change. */
export const updatePackage: Operation = {
  name: 'waf.packages.update',
  method: 'PATCH',
  path: PACKAGE_PATH,
  permission: 'waf:edit',
  body: 'json',
  run: (call) => {
    const { service, zone, body, dryRun } = call;
    const pack = namedPackage(call);
    if (pack.detectionMode !== 'anomaly') throw onlyAnomalyPackages();
    const core = accepted(check(body, (reader) => readCoreRuleSet(reader, zone.previousWaf.core)));
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    zone.previousWaf.core = core;
    return { kind: 'result', result: packageView(zone, pack) };
  },
};

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
