import { noPermissionForArea, notAuthorizedForRulesets, zoneOutOfReach } from '../errors/published';
import type { Permission } from '../service/permission';
import { areaOf } from '../service/permission';
import type { Principal } from './authenticate';

/**
 * Refuses a caller that may not do this. A token with no permission in the area at all is refused by the
 * gateway; one that has another permission in it, by the service behind it, which answers without a code.
 *
 * @throws Refusal
 */
export function checkAuthorized({ permissions, zones }: Principal, zoneId: string, needed: Permission): void {
  if (zones !== 'all' && !zones.includes(zoneId)) throw zoneOutOfReach();
  if (permissions === 'all' || permissions.includes(needed)) return;
  const area = areaOf(needed);
  const hasOther = permissions.some((permission) => areaOf(permission) === area);
  throw area === 'rulesets' && hasOther ? notAuthorizedForRulesets() : noPermissionForArea();
}
