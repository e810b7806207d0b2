import type { Time, ZoneClient } from '../api';
import type { CreationRecords } from '../creation-records/creation-records';
import type { ZoneClaims } from './log-custom-fields/claims';
import type { DatasetFields } from './logpush-job/dataset-fields';
import type { JobRegistry } from './logpush-job/job-registry';
import type { MigrationClaims } from './migration/claims';

/** What the provider's configuration gives to every resource. */
export interface Configured {
  readonly api: ZoneClient;
  /** Custom log fields that a zone may have (docs/service.md 8; more where the service grants more). */
  readonly maxCustomFields: number;
  /** What the resources of this run plan for each zone. */
  readonly claims: ZoneClaims;
  /** What this run has seen of the log push jobs of its state. */
  readonly jobRegistry: JobRegistry;
  /** Creations whose objects may not be in the state. */
  readonly creationRecords: CreationRecords;
  /** Which zone's migration is in the state, and which is to be made. */
  readonly migrationClaims: MigrationClaims;
  /** Where the time comes from that apply waits for the service. */
  readonly time: Time;
  /** The log fields of datasets, each looked up once. */
  readonly datasetFields: DatasetFields;
  /** The folder that the engine runs in: the root module. */
  readonly folder: string;
  /** Read for the proxy and for additional certificates. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}
