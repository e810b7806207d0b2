import { TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { ObjectSchema } from '../../schema';
import { attributeValues, type Named } from './attribute-values';
import { hclAttributes } from './hcl';
import { generatorMetadata, type MetaArguments, metaArguments } from './meta';
import type { PropsOf } from './props';
import { type ReferencesTo, referencesTo } from './references';

/** A resource of the provider, as its schema describes it. Checks nothing: that is for the construct around it. */
export class ZoneResource<S extends ObjectSchema> extends TerraformResource {
  /** References to the resource's attributes, e.g. `references.rulesetId`. */
  readonly references: ReferencesTo<S['attributes']>;

  /**
   * @param props asked for at synth, so that what is contributed until then counts
   */
  constructor(
    scope: Construct,
    id: string,
    private readonly schema: S,
    private readonly props: () => PropsOf<S>,
    meta: MetaArguments,
  ) {
    super(scope, id, {
      terraformResourceType: schema.type,
      terraformGeneratorMetadata: generatorMetadata(),
      ...metaArguments(meta),
    });
    this.references = referencesTo<S['attributes']>(this, schema.attributes);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributeValues(this.schema.attributes, this.props() as Named);
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(this.schema.attributes, this.synthesizeAttributes());
  }
}
