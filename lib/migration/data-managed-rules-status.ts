import type { Construct } from 'constructs';
import { managedRulesStatusSchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import type { DataManagedRulesStatusArguments, DataManagedRulesStatusReferences } from '../props';
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
