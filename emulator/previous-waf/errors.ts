import { Refusal } from '../service/refusal';
import type { Plan } from '../service/zone';

// Published: the code or the text is publicly known (docs/internals/service.md 7.7).

/** The code is known, the text is the emulator's. */
export function noPackage(id: string): Refusal {
  // These ids have no fixed form, so a path may contain any text in their place.
  const shown = id.length > 80 ? `${id.slice(0, 80)}…` : id;
  return new Refusal({
    status: 400,
    errors: [{ code: 1002, message: `Could not find WAF package ${shown}` }],
  });
}

/** The text is known; the code is that of the same service family, the status is the emulator's. */
export function noUriOverride(): Refusal {
  return new Refusal({ status: 404, errors: [{ code: 10001, message: 'wafuriconfig.api.not_found' }] });
}

// Chosen: no public record is known (docs/internals/service.md 10), so these are the emulator's own.

/** The status is known (docs/internals/service.md 7.7). */
export function retiredOperation(): Refusal {
  const message = 'This operation of the previous managed rules is retired; the ruleset API replaces it';
  return new Refusal({ status: 410, errors: [{ code: 1040, message }] });
}

export function uriOverridesNotIncluded(plan: Plan): Refusal {
  const message = `URI-based overrides are not included in the ${plan} plan; they need the enterprise plan`;
  return new Refusal({ status: 403, errors: [{ code: 1041, message }] });
}
