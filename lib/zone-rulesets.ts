import type { Construct } from 'constructs';
import { rulesetsSchema } from '../schema';
import type { MetaArguments } from './binding/meta';
import type { PropsOf } from './binding/props';
import type { ReferencesTo } from './binding/references';
import { ZoneDataSource } from './binding/zone-data-source';

type Rulesets = ReferencesTo<(typeof rulesetsSchema)['attributes']>['rulesets'];

/** Which rulesets to look up. */
export interface ZoneRulesetsProps extends PropsOf<typeof rulesetsSchema>, MetaArguments {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /**
   * Only rulesets of this kind, e.g. `zone` or `managed`.
   * @default all kinds
   */
  readonly kind?: string;
  /**
   * Only rulesets of this phase, e.g. `http_log_custom_fields`.
   * @default all phases
   */
  readonly phase?: string;
}

/**
 * Looks up the rulesets of a zone, managed ones included, without their rules.
 *
 * @example
 * const managed = new ZoneRulesets(stack, 'managed', { zoneId, kind: 'managed' });
 * new TerraformOutput(stack, 'first', { value: managed.rulesets.get(0).name });
 */
export class ZoneRulesets extends ZoneDataSource<typeof rulesetsSchema> {
  /** The type of the data source in the synthesized stack; the matchers of cdktf look for it. */
  static readonly tfResourceType = rulesetsSchema.type;

  constructor(scope: Construct, id: string, props: ZoneRulesetsProps) {
    super(scope, id, rulesetsSchema, props);
  }

  /** The rulesets found, in the order of the service. */
  get rulesets(): Rulesets {
    return this.references.rulesets;
  }
}
