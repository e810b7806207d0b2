export { readAccess, type Access, openService, serviceAddress, type AdoptionService } from './service';
export { readZone, type ZoneContent } from './zone';
export type { Adoptable } from './area';
export {
  keepCertificatesChecked,
  connectionsTo,
  findZones,
  inOrder,
  type FoundZones,
  type WantedZones,
  type ZoneFailure,
  DOCTOR,
  proxyFor,
  RETIRED_STATUSES,
  ServiceError,
  type ListedZone,
} from '../api';
export { NOTHING_AHEAD, readZoneMigration, type ZoneMigration } from './zone-migration';
export { isZoneGone } from '../resources/zone-resource';
export { MigrationProblem } from '../resources/migration/status';
