export { readAccess, type Access, openService, serviceAddress, type AdoptionService } from './service';
export { readZone, type ZoneContent } from './zone';
export type { Adoptable, Finding } from './area';
export {
  keepCertificatesChecked,
  connectionsTo,
  byNameAndId,
  findZones,
  inOrder,
  type FoundZones,
  type WantedZones,
  type ZoneFailure,
  DOCTOR,
  proxyFor,
  RETIRED_STATUSES,
  ServiceError,
  severalZones,
  type ListedZone,
} from '../api';
export { NOTHING_AHEAD, readZoneMigration, type ZoneMigration } from './zone-migration';
export { REFUSALS } from '../resources/messages';
export { isZoneGone } from '../resources/zone-resource';
export { MigrationProblem } from '../resources/migration/status';
