import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { managedRulesConfigurationSchema } from '../../schema';
import type { MetaArguments } from '../binding/meta';
import type { ManagedRulesConfigurationArguments, ManagedRulesConfigurationReferences } from '../props';
import { ZoneDataSource } from '../binding/zone-data-source';

/** Whose configuration to look up. */
export interface ManagedRulesConfigurationProps extends ManagedRulesConfigurationArguments, MetaArguments {}

/**
 * Looks up the configuration of the new managed rules that the service generates from the previous one: what a
 * migration saves, without adjustments.
 *
 * @example
 * const generated = new ManagedRulesConfiguration(stack, 'generated', { zoneId });
 * new TerraformOutput(stack, 'to_approve', { value: generated.digest });
 */
export class ManagedRulesConfiguration extends ZoneDataSource<typeof managedRulesConfigurationSchema> {
  /** The type of the data source in the synthesized stack; the matchers of cdktf look for it. */
  static readonly tfResourceType = managedRulesConfigurationSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: ManagedRulesConfigurationReferences;

  constructor(scope: Construct, id: string, props: ManagedRulesConfigurationProps) {
    super(scope, id, managedRulesConfigurationSchema, props);
  }

  /** Whether there is one: not when something is in the way, and not after the end of a migration. */
  get available(): IResolvable {
    return this.references.available;
  }

  /** Why there is none, in the words of the service. Null when there is one. */
  get unavailableBecause(): string {
    return this.references.unavailableBecause;
  }

  /** The configuration's name, which is not that of the construct. Null when there is none. */
  get configurationName(): string {
    return this.references.name;
  }

  /** The rules, in their order. Empty when there is none. */
  get rules(): ManagedRulesConfigurationReferences['rules'] {
    return this.references.rules;
  }

  /** `sha256:` and 64 hexadecimal digits, another one when what would be saved changes. Null when there is none. */
  get digest(): string {
    return this.references.digest;
  }
  /** What the migration would not carry over. Null when there is no configuration, or not all of it is known. */
  get notCarriedOver(): ManagedRulesConfigurationReferences['notCarriedOver'] {
    return this.references.notCarriedOver;
  }

  /** Why not all that would be lost could be found out. Null when it could. */
  get lossesUnknownBecause(): string {
    return this.references.lossesUnknownBecause;
  }
}
