import { type Refusal, refused } from '../service/refusal';
import type { Plan } from '../service/zone';

// Published: the code or the text is publicly known (docs/internals/service.md 7.7).

/** The code is known, the text is the emulator's. */
export function noPackage(id: string): Refusal {
  // These ids have no fixed form, so a path may contain any text in their place.
  const shown = id.length > 80 ? `${id.slice(0, 80)}…` : id;
  return refused(400, 1002, `Could not find WAF package ${shown}`);
}

/** The text is known; the code is that of the same service family, the status is the emulator's. */
export const noUriOverride = () => refused(404, 10001, 'wafuriconfig.api.not_found');

// Chosen: no public record is known (docs/internals/service.md 10), so these are the emulator's own.

/** The status is known (docs/internals/service.md 7.7). */
export const retiredOperation = () =>
  refused(410, 1040, 'This operation of the previous managed rules is retired; the ruleset API replaces it');

export const uriOverridesNotIncluded = (plan: Plan) =>
  refused(
    403,
    1041,
    `URI-based overrides are not included in the ${plan} plan; they need the enterprise plan`,
  );
