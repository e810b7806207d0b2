// Written by "npm run docs" from managedRulesSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { OneOf } from '../binding/props';
import type { ListReference } from '../binding/references';

/** The arguments of `ManagedRules`. */
export interface ManagedRulesArguments {
  /** The zone, 32 hexadecimal digits. Changing it replaces the object. */
  readonly zoneId: string;
  /**
   * The managed rulesets that the zone deploys, each once, by a name of your own: letters, digits, `_`, `-` and `.`.
   * @default {}
   */
  readonly deployments?: Readonly<Record<string, ManagedRulesDeployments>> | IResolvable;
  /**
   * Requests that skip managed rules, by a name of your own. An exception affects the deployments after it, and has
   * `skip`, or `rulesets`, `rules` or both.
   * @default {}
   */
  readonly exceptions?: Readonly<Record<string, ManagedRulesExceptions>> | IResolvable;
  /**
   * The names of all deployments and exceptions in the order in which the service runs them. By default the
   * exceptions by name, then the deployments by name.
   * @default none
   */
  readonly order?: readonly string[];
  /**
   * What to do when the zone already has other managed rules when this object is created: `refuse` (the plan fails
   * and offers an `import` block) or `adopt` (the plan shows what was there, and apply replaces it). Changing only
   * this value changes nothing.
   * @default "refuse"
   */
  readonly onExisting?: OneOf<'refuse' | 'adopt'>;
}

/** The managed rulesets that the zone deploys, each once, by a name of your own: letters, digits, `_`, `-` and `.`. */
export interface ManagedRulesDeployments {
  /** The managed ruleset, 32 hexadecimal digits. */
  readonly rulesetId: string;
  /**
   * Whether the managed ruleset runs.
   * @default true
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * The requests that it runs for. By default all.
   * @default "true"
   */
  readonly expression?: string;
  /**
   * Free text.
   * @default ""
   */
  readonly description?: string;
  /**
   * What the rules do differently in this zone. An override of a rule takes precedence over one of its category, and
   * that over one of the whole ruleset.
   * @default none
   */
  readonly overrides?: ManagedRulesDeploymentsOverrides | IResolvable;
  /**
   * Settings of the core rule set, instead of the overrides that they stand for: the categories `paranoia-level-…`,
   * and the rule that acts on the anomaly score.
   * @default none
   */
  readonly coreRuleSet?: ManagedRulesDeploymentsCoreRuleSet | IResolvable;
}

/**
 * What the rules do differently in this zone. An override of a rule takes precedence over one of its category, and
 * that over one of the whole ruleset.
 */
export interface ManagedRulesDeploymentsOverrides {
  /**
   * What the rules do instead: `block`, `challenge`, `js_challenge`, `managed_challenge`, `log`, `rewrite`.
   * @default none
   */
  readonly action?: OneOf<'block' | 'challenge' | 'js_challenge' | 'managed_challenge' | 'log' | 'rewrite'>;
  /**
   * Whether the rules are on.
   * @default none
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * How sensitive the rules are: `default`, `medium`, `low`, `eoff`. Only rulesets against DDoS attacks have it.
   * @default none
   */
  readonly sensitivityLevel?: OneOf<'default' | 'medium' | 'low' | 'eoff'>;
  /**
   * Overrides by category (the tag of a rule). New ones are saved in alphabetical order; of several that a rule has,
   * the service applies the last one.
   * @default none
   */
  readonly categories?: Readonly<Record<string, ManagedRulesDeploymentsOverridesCategories>> | IResolvable;
  /**
   * Overrides by the id of the rule.
   * @default none
   */
  readonly rules?: Readonly<Record<string, ManagedRulesDeploymentsOverridesRules>> | IResolvable;
}

/**
 * Overrides by category (the tag of a rule). New ones are saved in alphabetical order; of several that a rule has,
 * the service applies the last one.
 */
export interface ManagedRulesDeploymentsOverridesCategories {
  /**
   * What the rules do instead: `block`, `challenge`, `js_challenge`, `managed_challenge`, `log`, `rewrite`.
   * @default none
   */
  readonly action?: OneOf<'block' | 'challenge' | 'js_challenge' | 'managed_challenge' | 'log' | 'rewrite'>;
  /**
   * Whether the rules are on.
   * @default none
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * How sensitive the rules are: `default`, `medium`, `low`, `eoff`. Only rulesets against DDoS attacks have it.
   * @default none
   */
  readonly sensitivityLevel?: OneOf<'default' | 'medium' | 'low' | 'eoff'>;
}

/** Overrides by the id of the rule. */
export interface ManagedRulesDeploymentsOverridesRules {
  /**
   * What the rules do instead: `block`, `challenge`, `js_challenge`, `managed_challenge`, `log`, `rewrite`.
   * @default none
   */
  readonly action?: OneOf<'block' | 'challenge' | 'js_challenge' | 'managed_challenge' | 'log' | 'rewrite'>;
  /**
   * Whether the rules are on.
   * @default none
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * How sensitive the rules are: `default`, `medium`, `low`, `eoff`. Only rulesets against DDoS attacks have it.
   * @default none
   */
  readonly sensitivityLevel?: OneOf<'default' | 'medium' | 'low' | 'eoff'>;
  /**
   * The anomaly score from which the rule acts. Only the score rule of the core rule set has it.
   * @default none
   */
  readonly scoreThreshold?: number;
}

/**
 * Settings of the core rule set, instead of the overrides that they stand for: the categories `paranoia-level-…`, and
 * the rule that acts on the anomaly score.
 */
export interface ManagedRulesDeploymentsCoreRuleSet {
  /**
   * From 1 to 4, which is the default: the rules of higher levels are off.
   * @default none
   */
  readonly paranoiaLevel?: number;
  /**
   * The anomaly score from which the core rule set acts: 25, 40 or 60 in the dashboard. Lower is stricter.
   * @default none
   */
  readonly scoreThreshold?: number;
  /**
   * The sensitivity of the previous core rule set, instead of `paranoiaLevel` and `scoreThreshold`: `high`, `medium`,
   * `low`, `default`.
   * @default none
   */
  readonly sensitivity?: OneOf<'high' | 'medium' | 'low' | 'default'>;
  /**
   * What happens to a request that reaches the threshold: `block`, `challenge`, `js_challenge`, `managed_challenge`,
   * `log`, `rewrite`.
   * @default none
   */
  readonly action?: OneOf<'block' | 'challenge' | 'js_challenge' | 'managed_challenge' | 'log' | 'rewrite'>;
}

/**
 * Requests that skip managed rules, by a name of your own. An exception affects the deployments after it, and has
 * `skip`, or `rulesets`, `rules` or both.
 */
export interface ManagedRulesExceptions {
  /** The requests that skip the rules. */
  readonly expression: string;
  /**
   * Whether the exception applies.
   * @default true
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * Free text.
   * @default ""
   */
  readonly description?: string;
  /**
   * `remaining`: all managed rules after the exception.
   * @default none
   */
  readonly skip?: OneOf<'remaining'>;
  /**
   * The ids of managed rulesets to skip.
   * @default none
   */
  readonly rulesets?: readonly string[];
  /**
   * The ids of rules to skip, by the id of their managed ruleset.
   * @default none
   */
  readonly rules?: Readonly<Record<string, readonly string[]>> | IResolvable;
}

/** References to the attributes of `ManagedRules`. */
export interface ManagedRulesReferences {
  /** The zone, 32 hexadecimal digits. Changing it replaces the object. */
  readonly zoneId: string;
  /** The managed rulesets that the zone deploys, each once, by a name of your own: letters, digits, `_`, `-` and `.`. */
  readonly deployments: IResolvable;
  /**
   * Requests that skip managed rules, by a name of your own. An exception affects the deployments after it, and has
   * `skip`, or `rulesets`, `rules` or both.
   */
  readonly exceptions: IResolvable;
  /**
   * The names of all deployments and exceptions in the order in which the service runs them. By default the
   * exceptions by name, then the deployments by name.
   */
  readonly order: string[];
  /**
   * What to do when the zone already has other managed rules when this object is created: `refuse` (the plan fails
   * and offers an `import` block) or `adopt` (the plan shows what was there, and apply replaces it). Changing only
   * this value changes nothing.
   */
  readonly onExisting: string;
  /** The zone's entry point of the phase `http_request_firewall_managed`, which holds the rules. */
  readonly rulesetId: string;
  /** The ids of the rules at the service, by the names of deployments and exceptions. */
  readonly ruleIds: Record<string, string>;
  /**
   * What the managed rulesets and rules that are named here are called at the service, by id, for reading a plan.
   * Those that could not be read are absent. Looked up when something changes.
   */
  readonly names: Record<string, string>;
  /**
   * Rules of the entry point that this resource cannot express. They stay where they are, unchanged, also when this
   * object is destroyed.
   */
  readonly otherRules: ListReference<ManagedRulesOtherRulesReferences>;
  /**
   * What rules of this object have that it cannot express and keeps as it is, such as `matched_data` or a pinned
   * `version`: JSON, by the names of deployments and exceptions.
   */
  readonly keptSettings: Record<string, string>;
  /**
   * The rules that the zone had before `onExisting: 'adopt'` replaced them, for reviewing the plan and for going
   * back. Null when there were none.
   */
  readonly adopted: ListReference<ManagedRulesAdoptedReferences>;
  /**
   * Whether the zone already had managed rules, equal or not, when this object was created, or whether it was
   * imported. Known after apply when the plan cannot read them, and when another Zonewright resource wrote equal
   * rules, because the same apply may destroy that first.
   */
  readonly takenOver: IResolvable;
}

/**
 * Rules of the entry point that this resource cannot express. They stay where they are, unchanged, also when this
 * object is destroyed.
 */
export interface ManagedRulesOtherRulesReferences {
  /** The id of the rule. */
  readonly id: string;
  /** `execute`, or `skip` for an exception. */
  readonly action: string;
  /** The requests that the rule applies to. */
  readonly expression: string;
  /** Free text. */
  readonly description: string;
  /** Whether the rule is on. */
  readonly enabled: IResolvable;
  /** JSON: for `execute`, the id of the managed ruleset and its overrides; for `skip`, what is skipped. */
  readonly actionParameters: string;
  /** Why it cannot be expressed. */
  readonly reason: string;
}

/**
 * The rules that the zone had before `onExisting: 'adopt'` replaced them, for reviewing the plan and for going back.
 * Null when there were none.
 */
export interface ManagedRulesAdoptedReferences {
  /** `execute`, or `skip` for an exception. */
  readonly action: string;
  /** The requests that the rule applies to. */
  readonly expression: string;
  /** Free text. */
  readonly description: string;
  /** Whether the rule is on. */
  readonly enabled: IResolvable;
  /** JSON: for `execute`, the id of the managed ruleset and its overrides; for `skip`, what is skipped. */
  readonly actionParameters: string;
}
