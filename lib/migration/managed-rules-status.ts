import type { Construct } from 'constructs';
import { managedRulesStatusSchema } from '../../schema';
import type { MetaArguments } from '../binding/meta';
import type { ManagedRulesStatusArguments, ManagedRulesStatusReferences } from '../props';
import { ZoneDataSource } from '../binding/zone-data-source';

/** Whose status to look up. */
export interface ManagedRulesStatusProps extends ManagedRulesStatusArguments, MetaArguments {}

/**
 * Looks up where the migration of a zone to the new managed rules stands; every plan looks anew.
 *
 * @example
 * const status = new ManagedRulesStatus(stack, 'status', { zoneId });
 * new TerraformOutput(stack, 'state', { value: status.migrationState });
 */
export class ManagedRulesStatus extends ZoneDataSource<typeof managedRulesStatusSchema> {
  /** The type of the data source in the synthesized stack; the matchers of cdktf look for it. */
  static readonly tfResourceType = managedRulesStatusSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: ManagedRulesStatusReferences;

  constructor(scope: Construct, id: string, props: ManagedRulesStatusProps) {
    super(scope, id, managedRulesStatusSchema, props);
  }

  /** `start`, `validation`, `finishing` or `finished`. */
  get migrationState(): string {
    return this.references.migrationState;
  }

  /** The state in the service's own word, for example `pending` or `complete`. */
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

  /** Where the state comes from, in the service's own word. Null when it does not say. */
  get source(): string {
    return this.references.source;
  }

  /** Since when, as the service writes it. Null when it does not say. */
  get created(): string {
    return this.references.created;
  }
}
