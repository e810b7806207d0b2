import { Refusal } from '../service/refusal';

// Published: the codes or texts are publicly known (docs/internals/service.md 5.8).

/** The code of refusals because of a destination's ownership is known; the texts are the emulator's own. */
export function ownershipRefused(message: string): Refusal {
  const source = { pointer: '/ownership_challenge' };
  return new Refusal({ status: 400, errors: [{ code: 1002, message, source }] });
}

/** The destination did not accept the test file (docs/internals/service.md 5.2). Code and first words are known. */
export function destinationRefused(message: string): Refusal {
  const source = { pointer: '/destination_conf' };
  const text = `error validating destination: error writing object: ${message}`;
  return new Refusal({ status: 400, errors: [{ code: 1002, message: text, source }] });
}

/** The form of the text is known; it names the attempted action and the dataset. */
export function notAllowedForProduct(doing: string, product: string, because: string): Refusal {
  const message = `${doing} job for product '${product}' is not allowed: ${because}`;
  return new Refusal({ status: 403, errors: [{ code: 1004, message }] });
}

/** The zone has as many jobs as the setting `logpush_jobs` allows. */
export function tooManyJobs(): Refusal {
  const message = 'creating a new job is not allowed: exceeded max jobs allowed';
  return new Refusal({ status: 403, errors: [{ code: 1004, message }] });
}

// Chosen: the emulator's own. A client must not rely on these codes or texts.

/** The code for every value that a job cannot have. */
export const INVALID_JOB_VALUE = 1001;

/** Clients rely on the status and on `job not found` in the text (docs/internals/service.md 5.8); the code is our own. */
export function jobNotFound(id: number): Refusal {
  return new Refusal({ status: 404, errors: [{ code: 1003, message: `job not found: ${id}` }] });
}

/** In a path; a body with one is refused where it is read (`read-job.ts`). */
export function unknownDataset(dataset: string, known: readonly string[]): Refusal {
  const message = `'${dataset}' is not a dataset of a zone; datasets: ${known.join(', ')}`;
  return new Refusal({ status: 400, errors: [{ code: INVALID_JOB_VALUE, message }] });
}
