import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { managedRulesCompatibilitySchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import type {
  DataManagedRulesCompatibilityArguments,
  DataManagedRulesCompatibilityReferences,
} from '../props';
import { ZoneDataSource } from '../elements/zone-data-source';

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
