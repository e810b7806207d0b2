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
  /** `start`, `validation`, `finishing` or `finished`, whatever words the service has for them. */
  readonly migrationState: string;
  /** The state in the service's own word, for example `pending` or `complete`. */
  readonly reportedState: string;
  /** The previous managed rules: `enabled` or `disabled`. Null when the service does not say. */
  readonly oldWafStatus: string;
  /** The new managed rules: `enabled` or `disabled`. Null when the service does not say. */
  readonly newWafStatus: string;
  /** Where the state comes from, in the service's own word: `defaults` or `zone`. Null when it does not say. */
  readonly source: string;
  /** Since when, as the service writes it. Null when it does not say. */
  readonly created: string;
}
