import type { ZoneClient } from '../api';
import type { ZoneClaims } from './log-custom-fields/claims';

/** What the provider's configuration gives to every resource. */
export interface Configured {
  readonly api: ZoneClient;
  /** Custom log fields that a zone may have (spec 8; more where the service grants more). */
  readonly maxCustomFields: number;
  /** What the resources of this run plan for each zone. */
  readonly claims: ZoneClaims;
  /** The folder that the engine runs in: the root module. */
  readonly folder: string;
}
