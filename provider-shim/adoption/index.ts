export { accountFindings } from './account';
export { readZone, type ZoneContent } from './zone';
export type { Adoptable } from './adoptable';
export { findZones, inOrder, type FoundZones, type WantedZones, type ZoneFailure } from './find-zones';
export { openService, type AdoptionService } from './service';
export { ServiceError } from '../api';
export type { ListedZone } from '../api';
