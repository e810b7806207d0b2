import { PHASE_MANAGED_RULES } from '../zone/service';

/** A managed ruleset whose id is the same in every zone (docs/internals/service.md 6.3). */
export interface WellKnownRuleset {
  readonly id: string;
  /** Its name at the service. */
  readonly name: string;
  /** The phase whose entry point can execute it. */
  readonly phase: string;
}

/** The well-known managed rulesets, by the names that imports give to the rules that execute them. */
export const WELL_KNOWN_RULESETS = {
  cloudflare_managed_ruleset: {
    id: 'efb7b8c949ac4650a09736fc376e9aee',
    name: 'Cloudflare Managed Ruleset',
    phase: PHASE_MANAGED_RULES,
  },
  cloudflare_owasp_core_ruleset: {
    id: '4814384a9e5d4991b9815dcfc25d2f1f',
    name: 'Cloudflare OWASP Core Ruleset',
    phase: PHASE_MANAGED_RULES,
  },
  cloudflare_exposed_credentials_check_ruleset: {
    id: 'c2e184081120413c86c3ab7e14069605',
    name: 'Cloudflare Exposed Credentials Check Ruleset',
    phase: PHASE_MANAGED_RULES,
  },
  cloudflare_managed_free_ruleset: {
    id: '77454fe2d30c4220b5701f6fdfb893ba',
    name: 'Cloudflare Managed Free Ruleset',
    phase: PHASE_MANAGED_RULES,
  },
  cloudflare_sensitive_data_detection: {
    id: 'e22d83c647c64a3eae91b71b499d988e',
    name: 'Cloudflare Sensitive Data Detection',
    phase: 'http_response_firewall_managed',
  },
} as const satisfies Readonly<Record<string, WellKnownRuleset>>;

/** The core rule set (docs/internals/service.md 6.3). */
export const CORE_RULE_SET_ID = WELL_KNOWN_RULESETS.cloudflare_owasp_core_ruleset.id;

/** The rule of the core rule set that acts on the anomaly score, and has the score threshold (docs/internals/service.md 6.3). */
export const CORE_SCORE_RULE_ID = '6179ae15870a4bb7b2d480d4843b323c';

/** The well-known managed ruleset with this id. */
export function wellKnownRuleset(id: string): WellKnownRuleset | undefined {
  return Object.values(WELL_KNOWN_RULESETS).find((one) => one.id === id);
}
