/** The errors of ruleset operations whose texts are publicly known (docs/service.md 3.4). */
import type { Refusal } from './refusal';

/** The code of this error is not known. */
export function enrolmentRequired(): Refusal {
  const message = 'WAF enrollment is required to enable rules of the managed phase';
  return { status: 400, errors: [{ message }] };
}
