import type { Construct } from 'constructs';
import type { IResolvable } from 'cdktf';
import {
  managedRulesStatusSchema,
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
} from '../../schema';
import type { MetaArguments } from '../elements/meta';
import type {
  DataManagedRulesStatusArguments,
  DataManagedRulesStatusReferences,
  DataManagedRulesCompatibilityArguments,
  DataManagedRulesCompatibilityReferences,
  DataManagedRulesConfigurationArguments,
  DataManagedRulesConfigurationReferences,
} from '../props';
import { ZoneDataSource } from '../elements/zone-data-source';

/** Whose status to look up. */
export interface DataManagedRulesStatusProps extends DataManagedRulesStatusArguments, MetaArguments {}

/**
 * Reads the status of the migration of a zone to the new managed rules in every plan.
 *
 * @example
 * const status = new DataManagedRulesStatus(stack, 'status', { zoneId });
 * new TerraformOutput(stack, 'state', { value: status.migrationState });
 */
export class DataManagedRulesStatus extends ZoneDataSource<typeof managedRulesStatusSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = managedRulesStatusSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: DataManagedRulesStatusReferences;

  constructor(scope: Construct, id: string, props: DataManagedRulesStatusProps) {
    super(scope, id, managedRulesStatusSchema, props);
  }

  /** `start`, `validation`, `finishing` or `finished`. */
  get migrationState(): string {
    return this.references.migrationState;
  }

  /** The state in the service's own term, for example `pending` or `complete`. */
  get reportedState(): string {
    return this.references.reportedState;
  }

  /** The previous managed rules: `enabled` or `disabled`. Null when the service does not say. */
  get oldWafStatus(): string {
    return this.references.oldWafStatus;
  }

  /** The new managed rules: `enabled` or `disabled`. Null when the service does not say. */
  get newWafStatus(): string {
    return this.references.newWafStatus;
  }

  /** Where the state comes from, in the service's own term. Null when it does not say. */
  get source(): string {
    return this.references.source;
  }

  /** When the state was set, in the format of the service. Null when it does not say. */
  get created(): string {
    return this.references.created;
  }
}

/** Whose compatibility to look up. */
export interface DataManagedRulesCompatibilityProps
  extends DataManagedRulesCompatibilityArguments, MetaArguments {}

/**
 * Reads whether a zone can migrate to the new managed rules as it is configured, and what is in the way.
 *
 * @example
 * const check = new DataManagedRulesCompatibility(stack, 'check', { zoneId });
 * new TerraformOutput(stack, 'compatible', { value: check.compatible });
 */
export class DataManagedRulesCompatibility extends ZoneDataSource<typeof managedRulesCompatibilitySchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = managedRulesCompatibilitySchema.type;

  /** References to the data source's attributes. */
  declare readonly references: DataManagedRulesCompatibilityReferences;

  constructor(scope: Construct, id: string, props: DataManagedRulesCompatibilityProps) {
    super(scope, id, managedRulesCompatibilitySchema, props);
  }

  /** Whether the service lets the zone migrate. Meaningless once it has finished. */
  get compatible(): IResolvable {
    return this.references.compatible;
  }

  /** `start`, `validation`, `finishing` or `finished`. */
  get migrationState(): string {
    return this.references.migrationState;
  }

  /** What is in the way, as far as it can be determined. */
  get obstacles(): DataManagedRulesCompatibilityReferences['obstacles'] {
    return this.references.obstacles;
  }
}

/** Whose configuration to look up. */
export interface DataManagedRulesConfigurationProps
  extends DataManagedRulesConfigurationArguments, MetaArguments {}

/**
 * Reads the configuration of the new managed rules that the service generates from the previous one: the rules that a
 * migration saves, without adjustments.
 *
 * @example
 * const generated = new DataManagedRulesConfiguration(stack, 'generated', { zoneId });
 * new TerraformOutput(stack, 'generated', { value: generated.rules });
 */
export class DataManagedRulesConfiguration extends ZoneDataSource<typeof managedRulesConfigurationSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = managedRulesConfigurationSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: DataManagedRulesConfigurationReferences;

  constructor(scope: Construct, id: string, props: DataManagedRulesConfigurationProps) {
    super(scope, id, managedRulesConfigurationSchema, props);
  }

  /** Whether the service generates one. It does not when something is in the way, or after the end of a migration. */
  get available(): IResolvable {
    return this.references.available;
  }

  /** Why there is none, in the words of the service. Null when there is one. */
  get unavailableBecause(): string {
    return this.references.unavailableBecause;
  }

  /** The name of the configuration (not of the construct). Null when there is none. */
  get configurationName(): string {
    return this.references.name;
  }

  /** The rules, in order. Empty when there is no configuration. */
  get rules(): DataManagedRulesConfigurationReferences['rules'] {
    return this.references.rules;
  }

  /**
   * What the migration would lose. Null when there is no configuration, or when it could not be determined
   * completely.
   */
  get notCarriedOver(): DataManagedRulesConfigurationReferences['notCarriedOver'] {
    return this.references.notCarriedOver;
  }

  /** Why the losses could not be determined completely. Null when they could. */
  get lossesUnknownBecause(): string {
    return this.references.lossesUnknownBecause;
  }
}
