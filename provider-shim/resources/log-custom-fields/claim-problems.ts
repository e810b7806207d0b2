import { logCustomFieldsSchema } from '../../../schema';
import type { ProblemLike } from '../../framework';
import { listFields, type Fields } from './fields';

const { type: TYPE } = logCustomFieldsSchema;

/** Two resources of the configuration would overwrite each other for ever. */
export function declaredTwice(
  zoneId: string,
  one: Fields | 'unknown',
  other: Fields | 'unknown',
): ProblemLike {
  const said = (fields: Fields | 'unknown'): string =>
    fields === 'unknown' ? 'names that are known after apply' : listFields(fields);
  return {
    code: 'zone_declared_twice',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zoneId} are declared by two resources of this configuration.`,
    hint:
      `One has ${said(one)}; the other has ${said(other)}. A zone has one list, so each apply would ` +
      'overwrite one with the other. Keep one resource, with all names in it.\n' +
      `To remove the other one without touching the zone, ${WAYS_TO_FORGET}`,
  };
}

/** Two objects of the state are the same rule, and one of them is to be destroyed. */
export function heldTwice(zoneId: string): ProblemLike {
  return {
    code: 'zone_held_twice',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zoneId} are in the state twice, and one of the two is to be destroyed.`,
    hint:
      'Destroying one would take the fields away from the other. A resource that was renamed needs a moved block in ' +
      `place of an import. Otherwise let the state forget the one that goes: ${WAYS_TO_FORGET}`,
  };
}

/** How an object leaves the state, and its zone stays as it is. */
export const WAYS_TO_FORGET = `write this in the root module in the place of its resource block, with its address (Terraform 1.7), and apply:

  removed {
    from = ${TYPE}.NAME
    lifecycle {
      destroy = false
    }
  }

In a module the address is module.MODULE.${TYPE}.NAME. A removed block names no single object of count or for_each; for one, run:

  terraform state rm '${TYPE}.NAME["KEY"]'

In TypeScript (CDKTF) delete the construct and write on its stack:

  stack.addOverride('removed', [{ from: '${TYPE}.NAME', lifecycle: [{ destroy: false }] }]);`;
