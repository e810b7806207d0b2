/** The log push errors of the emulator's own choice. A client must not rely on these codes or texts. */
import type { Refusal } from './refusal';

/** Code of every value that a job cannot have. */
export const INVALID_JOB_VALUE = 1001;

/** Clients rely on the status and on `job not found` in the text (docs/service.md 5.8); the code is our own. */
export function jobNotFound(id: number): Refusal {
  return { status: 404, errors: [{ code: 1003, message: `job not found: ${id}` }] };
}

/** The destination did not take the test file (docs/service.md 5.2). */
export function destinationRefused(message: string): Refusal {
  const source = { pointer: '/destination_conf' };
  return {
    status: 400,
    errors: [{ code: 1005, message: `error validating destination: ${message}`, source }],
  };
}

export function unknownDataset(dataset: string, known: readonly string[]): Refusal {
  const message = `'${dataset}' is not a dataset of a zone; datasets: ${known.join(', ')}`;
  return { status: 400, errors: [{ code: INVALID_JOB_VALUE, message }] };
}
