// Written by "npm run docs" from rulesetsSchema: change that, and not this file.
import type { ListReference } from '../binding/references';

/** The arguments of `ZoneRulesets`. */
export interface ZoneRulesetsArguments {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /**
   * Only rulesets of this kind, e.g. `zone` or `managed`.
   * @default none
   */
  readonly kind?: string;
  /**
   * Only rulesets of this phase, e.g. `http_log_custom_fields`.
   * @default none
   */
  readonly phase?: string;
}

/** References to the attributes of `ZoneRulesets`. */
export interface ZoneRulesetsReferences {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /** Only rulesets of this kind, e.g. `zone` or `managed`. */
  readonly kind: string;
  /** Only rulesets of this phase, e.g. `http_log_custom_fields`. */
  readonly phase: string;
  /** The rulesets found, in the order of the service. */
  readonly rulesets: ListReference<ZoneRulesetsRulesetsReferences>;
}

/** The rulesets found, in the order of the service. */
export interface ZoneRulesetsRulesetsReferences {
  /** The id of the ruleset. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Its description, `""` when it has none. */
  readonly description: string;
  /** `zone` for an entry point, `managed`, `custom`. */
  readonly kind: string;
  /** Its phase. */
  readonly phase: string;
  /** Increases with each change of the ruleset. */
  readonly version: string;
  /** When it last changed, ISO 8601 in UTC. */
  readonly lastUpdated: string;
}
