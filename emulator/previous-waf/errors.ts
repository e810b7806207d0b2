import { Refusal } from '../service/refusal';
import type { Plan } from '../service/zone';

// Published: the code or the text is publicly known (docs/internals/service.md 7.7).

/** Codes for unknown ids. The codes are known, the texts are the emulator's. */
const UNKNOWN_PACKAGE = 1002;
export const UNKNOWN_GROUP = 1003;
export const UNKNOWN_RULE = 1004;

export function noPackage(id: string): Refusal {
  return badRequest(UNKNOWN_PACKAGE, `Could not find WAF package ${shortened(id)}`);
}

export function noGroup(id: string): Refusal {
  return badRequest(UNKNOWN_GROUP, `Could not find WAF rule group ${shortened(id)}`);
}

export function noRule(id: string): Refusal {
  return badRequest(UNKNOWN_RULE, `Could not find WAF rule ${shortened(id)}`);
}

export function onlyAnomalyPackages(): Refusal {
  return badRequest(1027, 'Only anomaly WAF packages can have their package attributes updated');
}

/** The text is known; the code is that of the same service family, the status is the emulator's. */
export function noUriOverride(): Refusal {
  return new Refusal({ status: 404, errors: [{ code: 10001, message: 'wafuriconfig.api.not_found' }] });
}

/** Clients rely on the text; the status alone also works. */
export function noPageRule(): Refusal {
  return new Refusal({ status: 404, errors: [{ code: 1002, message: 'Invalid Page Rule identifier' }] });
}

/**
 * No two filters that clients create have the same expression (docs/internals/service.md 7.8). Clients take the existing filter
 * from `meta`.
 *
 * @param existing undefined if both are in the same request
 */
export function sameFilterExists(existing: { readonly id: string } | undefined): Refusal {
  const message = 'config duplicates an already existing config';
  const meta = existing && { id: existing.id };
  return new Refusal({ status: 400, errors: [{ code: 10102, message, ...(meta && { meta }) }] });
}

function badRequest(code: number, message: string): Refusal {
  return new Refusal({ status: 400, errors: [{ code, message }] });
}

/** These ids have no fixed form, so a path may contain any text in their place. */
function shortened(id: string): string {
  return id.length > 80 ? `${id.slice(0, 80)}…` : id;
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

export function noFirewallRule(): Refusal {
  return new Refusal({ status: 404, errors: [{ code: 10001, message: 'firewallrules.api.not_found' }] });
}

export function noFilter(): Refusal {
  return new Refusal({ status: 404, errors: [{ code: 10001, message: 'filters.api.not_found' }] });
}

/** @param ruleIds the firewall rules that have the filter */
export function filterInUse(id: string, ruleIds: readonly string[]): Refusal {
  const message = `The filter ${id} is in use by firewall rules (${shortList(ruleIds)}); delete these first, or give them another filter`;
  return badRequest(1042, message);
}

const LISTED_IDS = 5;

function shortList(ids: readonly string[]): string {
  const more = ids.length - LISTED_IDS;
  return [...ids.slice(0, LISTED_IDS), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
