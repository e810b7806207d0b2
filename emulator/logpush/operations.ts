import type { Operation } from '../service/operation';
import { DATASET_OPERATIONS } from './dataset-operations';
import { JOB_OPERATIONS } from './job-operations';
import { OWNERSHIP_OPERATIONS } from './ownership-operations';
import { VALIDATION_OPERATIONS } from './validation-operations';

/** The log push operations (docs/service.md 5.1). */
export const LOGPUSH_OPERATIONS: readonly Operation[] = [
  ...JOB_OPERATIONS,
  ...DATASET_OPERATIONS,
  ...OWNERSHIP_OPERATIONS,
  ...VALIDATION_OPERATIONS,
];
