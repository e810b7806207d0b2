import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { managedRulesConfigurationSchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import type {
  DataManagedRulesConfigurationArguments,
  DataManagedRulesConfigurationReferences,
} from '../props';
import { ZoneDataSource } from '../elements/zone-data-source';

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
