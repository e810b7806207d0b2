import { propertyAccess, Token } from 'cdktf';
import { isKnown, zoneNameKey } from '../../schema';
import { DataZones as ZonesFound } from '../attributes/data-zones';
import { known } from '../binding/known';
import { CompositionError } from '../stack/composition-error';

/**
 * Looks up the ids of zones by name, in every plan.
 *
 * @example
 * const zones = new DataZones(stack, 'zones', { names: ['example.com', 'example.org'] });
 * new LogCustomFields(stack, 'fields', { zoneId: zones.idOf('example.com'), cookies: ['session_id'] });
 */
export class DataZones extends ZonesFound {
  /**
   * The id of a zone, known in the plan.
   *
   * @param name one of the names that this data source looks up, in any spelling of it
   * @throws CompositionError if it looks up no such name
   */
  idOf(name: string): string {
    const asked = known(name);
    const names = [known(this.values['names'])].flat();
    const listed = typeof asked === 'string' ? names.find((each) => isSame(each, asked)) : name;
    if (listed === undefined && names.every(isKnown))
      throw new CompositionError(
        'zone_not_looked_up',
        this,
        `names does not list ${JSON.stringify(name)}, so its id is not looked up. Add it, or ask for one of: ${names.join(', ')}.`,
      );
    return Token.asString(propertyAccess(this.ids, [listed ?? name]));
  }
}

function isSame(listed: unknown, asked: string): boolean {
  return typeof listed === 'string' && zoneNameKey(listed) === zoneNameKey(asked);
}
