import type { ServicePart } from '../service/part';
import { DATASET_OPERATIONS } from './dataset-operations';
import { DELIVERIES_SECTION } from './deliveries-section';
import { EDGE_JOB_OPERATIONS } from './edge-job-operations';
import { JOB_OPERATIONS } from './job-operations';
import { JOBS_SECTION } from './jobs-section';
import type { LogpushDocument } from './logpush-seed';
import { STORED_LOGPUSH } from './logpush-seed';
import { OWNERSHIP_OPERATIONS } from './ownership-operations';
import { TRANSFORMER_OPERATIONS } from './transformer-operations';
import type { TransformersDocument } from './transformer-seed';
import { STORED_TRANSFORMERS } from './transformer-seed';
import { VALIDATION_OPERATIONS } from './validation-operations';

/** Log push jobs, the ownership of their destinations, and the datasets (docs/service.md 5). */
export const LOGPUSH: ServicePart = {
  operations: [
    ...JOB_OPERATIONS,
    ...DATASET_OPERATIONS,
    ...OWNERSHIP_OPERATIONS,
    ...VALIDATION_OPERATIONS,
    ...EDGE_JOB_OPERATIONS,
    ...TRANSFORMER_OPERATIONS,
  ],
  stored: [STORED_LOGPUSH, STORED_TRANSFORMERS],
  page: [JOBS_SECTION, DELIVERIES_SECTION],
};

/** The part of a seed about them. */
export interface SeedLogpush {
  /** Its log push jobs. @default - no jobs */
  readonly logpush?: LogpushDocument;
}

/** The part of a seed about the transformers of an account. */
export interface SeedTransformers {
  /** Its transformers. @default - none */
  readonly transformers?: TransformersDocument;
}
