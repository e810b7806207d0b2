import { logCustomFieldsSchema, type Problem } from '../../../schema';
import { waysToForget } from '../../sdk/framework';
import { heldTwice } from '../held-twice';
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
  return heldTwice(zone, { what: 'custom log fields', part: 'fields', type: logCustomFieldsSchema.type });
}
