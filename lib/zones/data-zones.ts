import { propertyAccess, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { zonesSchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import { ZoneDataSource } from '../elements/zone-data-source';
import type { DataZonesArguments, DataZonesReferences } from '../props';

/** The names to look up. */
export interface DataZonesProps extends DataZonesArguments, MetaArguments {}

/**
 * Looks up the ids of zones by name, in every plan.
 *
 * @example
 * const zones = new DataZones(stack, 'zones', { names: ['example.com', 'example.org'] });
 * new LogCustomFields(stack, 'fields', { zoneId: zones.idOf('example.com'), cookies: ['session_id'] });
 */
export class DataZones extends ZoneDataSource<typeof zonesSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = zonesSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: DataZonesReferences;

  constructor(scope: Construct, id: string, props: DataZonesProps) {
    super(scope, id, zonesSchema, props);
  }

  /** The ids of the zones, by name. */
  get ids(): DataZonesReferences['ids'] {
    return this.references.ids;
  }

  /** The id of a zone, known in the plan. @param name one of the names that this data source looks up */
  idOf(name: string): string {
    return Token.asString(propertyAccess(this.ids, [name]));
  }
}
