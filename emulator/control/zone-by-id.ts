import { settledMigration } from '../migration/settled-migration';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { ControlError } from './control-error';

/** The zone with this id, with the end of its migration when that is due. @throws ControlError when there is none */
export function zoneById(service: Service, id: string): Zone {
  const zone = service.state.zones.get(id);
  if (zone !== undefined) {
    settledMigration(service, zone);
    return zone;
  }
  const known = [...service.state.zones.keys()].slice(0, 10).join(', ');
  throw new ControlError(`There is no zone '${id}'. Zones: ${known}.`);
}
