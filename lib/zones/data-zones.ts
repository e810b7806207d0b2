import { propertyAccess, Token } from 'cdktf';
import { DataZones as ZonesFound } from '../attributes/data-zones';

/**
 * Looks up the ids of zones by name, in every plan.
 *
 * @example
 * const zones = new DataZones(stack, 'zones', { names: ['example.com', 'example.org'] });
 * new LogCustomFields(stack, 'fields', { zoneId: zones.idOf('example.com'), cookies: ['session_id'] });
 */
export class DataZones extends ZonesFound {
  /** The id of a zone, known in the plan. @param name one of the names that this data source looks up */
  idOf(name: string): string {
    return Token.asString(propertyAccess(this.ids, [name]));
  }
}
