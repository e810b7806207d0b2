// Written by "npm run docs" from managedRulesetsSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';

/** The arguments of `ManagedRulesets`. */
export interface ManagedRulesetsArguments {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /**
   * Only the rulesets with these ids, and those of `names`. An id that the zone cannot execute is an error.
   * @default all, unless `names` is set
   */
  readonly ids?: readonly string[];
  /**
   * Only the rulesets with these names, e.g. `Cloudflare Managed Ruleset`, and those of `ids`. A name that no ruleset
   * has is an error.
   * @default all, unless `ids` is set
   */
  readonly names?: readonly string[];
  /**
   * Only rulesets of this phase, e.g. `http_request_firewall_managed`.
   * @default every phase
   */
  readonly phase?: string;
}

/** References to the attributes of `ManagedRulesets`. */
export interface ManagedRulesetsReferences {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /**
   * Only the rulesets with these ids, and those of `names`. An id that the zone cannot execute is an error. When it
   * is left out: all, unless `names` is set.
   */
  readonly ids: string[];
  /**
   * Only the rulesets with these names, e.g. `Cloudflare Managed Ruleset`, and those of `ids`. A name that no ruleset
   * has is an error. When it is left out: all, unless `ids` is set.
   */
  readonly names: string[];
  /** Only rulesets of this phase, e.g. `http_request_firewall_managed`. When it is left out: every phase. */
  readonly phase: string;
  /** The rulesets found, by id. */
  readonly rulesets: IResolvable;
}
