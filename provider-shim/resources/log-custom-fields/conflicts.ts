import { logCustomFieldsSchema, type Problem } from '../../../schema';
import { waysToForget } from '../../framework';
import type { Conflict } from './fields-registry';
import { listFields, type Fields } from './fields';

/** Two resources of the configuration would overwrite each other for ever. */
export function declaredTwice(
  zone: string,
  { one, other }: Extract<Conflict, { readonly kind: 'declared twice' }>,
): Problem {
  const said = (fields: Fields | 'unknown'): string =>
    fields === 'unknown' ? 'names that are known after apply' : listFields(fields);
  return {
    code: 'zone_declared_twice',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zone} are declared by two resources of this configuration.`,
    hint:
      `One has ${said(one)}; the other has ${said(other)}. A zone has one list, so each apply would ` +
      'overwrite one with the other. Keep one resource, with all names in it.\n' +
      `To remove the other one without touching the zone, ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}

/** Two objects of the state have the same rule, and one of them is to be destroyed. */
export function inStateTwice(zone: string): Problem {
  return {
    code: 'zone_held_twice',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zone} are in the state twice, and one of the two is to be destroyed.`,
    hint:
      'Destroying one would take the fields away from the other. A resource that was renamed needs a moved block in ' +
      `place of an import. Otherwise let the state forget the one that goes: ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}
