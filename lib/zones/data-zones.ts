import { propertyAccess, Token } from 'cdktf';
import { isKnown, nearest, zoneNameKey } from '../../schema';
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
    const names = known(this.values['names']);
    const literal = Array.isArray(names) ? names.filter((each) => typeof each === 'string') : [];
    const asked = known(name);
    const isAsked = (each: string): boolean =>
      typeof asked === 'string' && zoneNameKey(each) === zoneNameKey(asked);
    const listed = literal.find(isAsked);
    if (listed === undefined && isKnown(asked) && Array.isArray(names) && names.every(isKnown)) {
      const meant = nearest(name, literal);
      throw new CompositionError(
        'zone_not_looked_up',
        this,
        `names does not list ${JSON.stringify(name)}, so its id is not looked up. ` +
          `${meant === undefined ? '' : `The nearest is ${JSON.stringify(meant)}. `}Add it to names, or ask for one of: ${literal.join(', ')}.`,
      );
    }
    return Token.asString(propertyAccess(this.ids, [listed ?? name]));
  }
}
