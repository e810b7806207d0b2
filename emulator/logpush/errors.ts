import { refused } from '../service/refusal';

// Published: the codes or texts are publicly known (docs/internals/service.md 5.8).

/** The code of refusals because of a destination's ownership is known; the texts are the emulator's own. */
export const ownershipRefused = (message: string) => refused(400, 1002, message, '/ownership_challenge');

/** The destination did not accept the test file (docs/internals/service.md 5.2). Code and first words are known. */
export const destinationRefused = (message: string) =>
  refused(400, 1002, `error validating destination: error writing object: ${message}`, '/destination_conf');

/** The form of the text is known; it names the attempted action and the dataset. */
export const notAllowedForProduct = (doing: string, product: string, because: string) =>
  refused(403, 1004, `${doing} job for product '${product}' is not allowed: ${because}`);

/** The zone has as many jobs as the setting `logpush_jobs` allows. */
export const tooManyJobs = () =>
  refused(403, 1004, 'creating a new job is not allowed: exceeded max jobs allowed');

// Chosen: the emulator's own. A client must not rely on these codes or texts.

/** The code for every value that a job cannot have. */
export const INVALID_JOB_VALUE = 1001;

/** Clients rely on the status and on `job not found` in the text (docs/internals/service.md 5.8); the code is our own. */
export const jobNotFound = (id: number) => refused(404, 1003, `job not found: ${id}`);

/** In a path; a body with one is refused where it is read (`read-job.ts`). */
export const unknownDataset = (dataset: string, known: readonly string[]) =>
  refused(400, INVALID_JOB_VALUE, `'${dataset}' is not a dataset of a zone; datasets: ${known.join(', ')}`);
