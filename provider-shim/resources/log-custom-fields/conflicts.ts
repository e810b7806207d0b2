import { logCustomFieldsSchema, type Problem } from '../../../schema';
import { waysToForget } from '../../framework';
import type { Conflict } from '../zone-rules-registry';
import { listFields, type Fields } from './fields';

/** Two resources of the configuration would overwrite each other for ever. */
export function declaredTwice(
  zone: string,
  { one, other }: Extract<Conflict<Fields>, { readonly kind: 'declared twice' }>,
): Problem {
  const said = (fields: Fields | 'unknown'): string =>
    fields === 'unknown' ? 'names that are known after apply' : listFields(fields);
  return {
    code: 'zone_declared_twice',
    path: ['zone_id'],
    message: `Two resources of this configuration declare the custom log fields of zone ${zone}.`,
    hint:
      `One has ${said(one)}; the other has ${said(other)}. A zone has one list, so each apply would ` +
      'overwrite one with the other. Keep one resource that has all names.\n' +
      `To remove the other without touching the zone, ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}

/** Two objects of the state have the same rule, and one of them is to be destroyed. */
export function inStateTwice(zone: string): Problem {
  return {
    code: 'zone_held_twice',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zone} are in the state twice, and this plan destroys one of the two.`,
    hint:
      'Destroying one would delete the fields of the other. If the resource was renamed, use a moved block instead of ' +
      `an import. Otherwise, remove the one that goes from the state: ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}
