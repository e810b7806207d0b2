/** The log push errors whose codes or texts are publicly known (docs/service.md 5.8). */
import type { Refusal } from './refusal';

/** Code of what is refused over the ownership of a destination; the texts are the emulator's own. */
export const OWNERSHIP_REFUSED = 1002;

/** The form of the text is known; it names what was tried and the dataset. */
export function notAllowedForProduct(doing: string, product: string, because: string): Refusal {
  const message = `${doing} job for product '${product}' is not allowed: ${because}`;
  return { status: 403, errors: [{ code: 1004, message }] };
}
