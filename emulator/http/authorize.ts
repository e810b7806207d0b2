import { noPermissionForArea, notAuthorizedForRulesets, zoneOutOfReach } from '../errors/published';
import type { Refusal } from '../errors/refusal';
import type { Permission } from '../service/permission';
import { areaOf } from '../service/permission';
import type { Principal } from './authenticate';

/**
 * Refuses a caller that may not do this. A token with no permission in the area at all is refused by the
 * gateway; one that has another permission in it, by the service behind it, which answers without a code.
 */
export function authorize(principal: Principal, zoneId: string, needed: Permission): Refusal | undefined {
  const { permissions, zones } = principal;
  if (zones !== 'all' && !zones.includes(zoneId)) return zoneOutOfReach();
  if (permissions === 'all' || permissions.includes(needed)) return undefined;
  const area = areaOf(needed);
  const hasOther = permissions.some((permission) => areaOf(permission) === area);
  return area === 'rulesets' && hasOther ? notAuthorizedForRulesets() : noPermissionForArea();
}
