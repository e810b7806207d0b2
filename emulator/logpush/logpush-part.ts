import type { ServicePart } from '../service/part';
import { DATASET_OPERATIONS } from './dataset-operations';
import { DELIVERIES_SECTION } from './deliveries-section';
import { JOB_OPERATIONS } from './job-operations';
import { JOBS_SECTION } from './jobs-section';
import type { LogpushDocument } from './logpush-seed';
import { STORED_LOGPUSH } from './logpush-seed';
import { OWNERSHIP_OPERATIONS } from './ownership-operations';
import { VALIDATION_OPERATIONS } from './validation-operations';

/** Log push jobs, the ownership of their destinations, and the datasets (docs/internals/service.md 5). */
export const LOGPUSH: ServicePart = {
  operations: [...JOB_OPERATIONS, ...DATASET_OPERATIONS, ...OWNERSHIP_OPERATIONS, ...VALIDATION_OPERATIONS],
  stored: [STORED_LOGPUSH],
  page: [JOBS_SECTION, DELIVERIES_SECTION],
};

/** The part of a seed about them. */
export interface SeedLogpush {
  /** Its log push jobs. @default - no jobs */
  readonly logpush?: LogpushDocument;
}
