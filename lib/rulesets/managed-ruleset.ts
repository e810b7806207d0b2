import { WELL_KNOWN_RULESETS } from '../../schema';

/**
 * Ids of well-known managed rulesets, the same for every zone. Which of them a zone can execute depends on its
 * subscription; `DataManagedRulesets` reads that.
 *
 * @example
 * new DataManagedRulesets(stack, 'owasp', { zoneId, ids: [ManagedRuleset.OWASP] });
 */
export const ManagedRuleset = {
  /** The Cloudflare Managed Ruleset: rules for all applications, updated frequently. */
  CLOUDFLARE: WELL_KNOWN_RULESETS.cloudflare_managed_ruleset.id,
  /** The Cloudflare OWASP Core Ruleset: the core rule set, which acts on an anomaly score. */
  OWASP: WELL_KNOWN_RULESETS.cloudflare_owasp_core_ruleset.id,
  /** The Cloudflare Exposed Credentials Check Ruleset: log-ins with stolen credentials. */
  EXPOSED_CREDENTIALS: WELL_KNOWN_RULESETS.cloudflare_exposed_credentials_check_ruleset.id,
  /** The Cloudflare Managed Free Ruleset: vulnerabilities with a high and wide impact. */
  FREE: WELL_KNOWN_RULESETS.cloudflare_managed_free_ruleset.id,
  /** Cloudflare Sensitive Data Detection, of the phase `http_response_firewall_managed`. */
  SENSITIVE_DATA: WELL_KNOWN_RULESETS.cloudflare_sensitive_data_detection.id,
} as const;
