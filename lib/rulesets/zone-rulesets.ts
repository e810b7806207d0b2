import type { Construct } from 'constructs';
import { rulesetsSchema } from '../../schema';
import type { MetaArguments } from '../elements/meta';
import type { ZoneRulesetsArguments, ZoneRulesetsReferences } from '../props';
import { ZoneDataSource } from '../elements/zone-data-source';

/** Which rulesets to look up. */
export interface ZoneRulesetsProps extends ZoneRulesetsArguments, MetaArguments {}

/**
 * Reads the rulesets of a zone, including managed ones, without their rules.
 *
 * @example
 * const managed = new ZoneRulesets(stack, 'managed', { zoneId, kind: 'managed' });
 * new TerraformOutput(stack, 'first', { value: managed.rulesets.get(0).name });
 */
export class ZoneRulesets extends ZoneDataSource<typeof rulesetsSchema> {
  /** The type of the data source in the synthesized stack, for the matchers of cdktf. */
  static readonly tfResourceType = rulesetsSchema.type;

  /** References to the data source's attributes. */
  declare readonly references: ZoneRulesetsReferences;

  constructor(scope: Construct, id: string, props: ZoneRulesetsProps) {
    super(scope, id, rulesetsSchema, props);
  }

  /** The rulesets found, in the order of the service. */
  get rulesets(): ZoneRulesetsReferences['rulesets'] {
    return this.references.rulesets;
  }
}
