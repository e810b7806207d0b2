import type { Operation } from '../http/operation';
import { createJob } from './create-job';
import { deleteJob } from './delete-job';
import { destinationExists } from './destination-exists';
import { getJob } from './get-job';
import { listDatasetFields } from './list-dataset-fields';
import { listDatasetJobs } from './list-dataset-jobs';
import { listJobs } from './list-jobs';
import { requestOwnership } from './request-ownership';
import { updateJob } from './update-job';
import { validateDestination } from './validate-destination';
import { validateOrigin } from './validate-origin';
import { validateOwnership } from './validate-ownership';

/** The log push operations (docs/service.md 5.1). */
export const LOGPUSH_OPERATIONS: readonly Operation[] = [
  listJobs,
  createJob,
  getJob,
  updateJob,
  deleteJob,
  listDatasetJobs,
  ...listDatasetFields,
  requestOwnership,
  validateOwnership,
  validateDestination,
  destinationExists,
  validateOrigin,
];
