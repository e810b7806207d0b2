import type { ServicePart } from '../service/part';
import { FIREWALL_OPERATIONS, MANAGED_RULES_OPERATIONS } from './operations';
import { type SeedWafPackage, SHARED_WAF_PACKAGES } from './packages-seed';
import { type PreviousWafDocument, STORED_PREVIOUS_WAF } from './previous-waf-seed';

/**
 * The previous managed rules, and the firewall and page rules that matter to a migration (docs/internals/service.md 7.7).
 */
export const PREVIOUS_WAF: ServicePart = {
  operations: [...MANAGED_RULES_OPERATIONS, ...FIREWALL_OPERATIONS],
  stored: [STORED_PREVIOUS_WAF],
  shared: SHARED_WAF_PACKAGES,
};

/** The part of a seed about them. */
export interface SeedPreviousWaf {
  /** Its previous managed rules, firewall rules and page rules. @default - on, with every setting at its default */
  readonly previous_waf?: PreviousWafDocument;
}

/** The part of a seed about the packages that all zones have in common. */
export interface SeedWafPackages {
  /** Packages with their groups and rules, as the service lists them. @default - the emulator's samples */
  readonly waf_packages?: readonly SeedWafPackage[];
}
