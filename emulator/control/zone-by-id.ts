import { settledMigration } from '../migration/settled-migration';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { NotThereError } from './control-error';

const SHOWN_ZONES = 10;

/** The zone with this id, with the end of its migration when that is due. @throws NotThereError when there is none */
export function zoneById(service: Service, id: string): Zone {
  const zone = service.state.zones.get(id);
  if (zone !== undefined) {
    settledMigration(service, zone);
    return zone;
  }
  const zones = [...service.state.zones.values()];
  const known = zones.slice(0, SHOWN_ZONES).map((each) => `${each.id} (${each.name})`);
  const more = zones.length > SHOWN_ZONES ? ` and ${zones.length - SHOWN_ZONES} more` : '';
  throw new NotThereError(`There is no zone '${id}'. Zones: ${known.join(', ')}${more}.`);
}
