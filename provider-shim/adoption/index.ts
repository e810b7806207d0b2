export { accountFindings } from './account';
export { readZone, type ZoneContent } from './zone';
export type { Adoptable } from './adoptable';
export { findZones, inOrder, type FoundZones, type WantedZones, type ZoneFailure } from './find-zones';
export { openService, serviceAddress, type AdoptionService } from './service';
export { readZoneMigration, type ZoneMigration } from './zone-migration';
export { MigrationProblem } from '../resources/migration/status';
export { ServiceError } from '../api';
export type { ListedZone } from '../api';
