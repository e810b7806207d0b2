import type { Construct } from 'constructs';
import { rulesetsSchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import type { DataRulesetsArguments, DataRulesetsReferences } from '../props';
import { ZoneDataSource } from '../elements/zone-data-source';

/** Which rulesets to look up. */
export interface DataRulesetsProps extends DataRulesetsArguments, MetaArguments {}

/**
 * Reads the rulesets of a zone, including managed ones, without their rules.
 *
 * @example
 * const managed = new DataRulesets(stack, 'managed', { zoneId, kind: 'managed' });
 * new TerraformOutput(stack, 'first', { value: managed.rulesets.get(0).name });
 */
export class DataRulesets extends ZoneDataSource<typeof rulesetsSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = rulesetsSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: DataRulesetsReferences;

  constructor(scope: Construct, id: string, props: DataRulesetsProps) {
    super(scope, id, rulesetsSchema, props);
  }

  /** The rulesets found, in the order of the service. */
  get rulesets(): DataRulesetsReferences['rulesets'] {
    return this.references.rulesets;
  }
}
