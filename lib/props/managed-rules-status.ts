// Written by "npm run docs" from managedRulesStatusSchema: change that, and not this file.

/** The arguments of `ManagedRulesStatus`. */
export interface ManagedRulesStatusArguments {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
}

/** References to the attributes of `ManagedRulesStatus`. */
export interface ManagedRulesStatusReferences {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /**
   * The state of the migration: `start`, `validation`, `finishing` or `finished`; `gone` when the zone does not
   * exist.
   */
  readonly migrationState: string;
  /** The state in the service's own term, for example `pending` or `complete`. Null when the zone does not exist. */
  readonly reportedState: string;
  /** The previous managed rules: `enabled` or `disabled`. Null when the service does not say. */
  readonly oldWafStatus: string;
  /** The new managed rules: `enabled` or `disabled`. Null when the service does not say. */
  readonly newWafStatus: string;
  /** Where the state comes from, in the service's own term: `defaults` or `zone`. Null when it does not say. */
  readonly source: string;
  /** When the state was set, in the format of the service. Null when it does not say. */
  readonly created: string;
}
