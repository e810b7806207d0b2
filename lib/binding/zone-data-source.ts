import { TerraformDataSource } from 'cdktf';
import type { Construct } from 'constructs';
import type { ObjectSchema } from '../../schema';
import { attributeValues, type Named } from './attribute-values';
import { checkProps, failOn } from './checks';
import { hclAttributes } from './hcl';
import { generatorMetadata, type MetaArguments, metaArguments } from './meta';
import type { PropsOf } from './props';
import { type ReferencesTo, referencesTo } from './references';

/** A data source of the provider, as its schema describes it, checked at synth with the rules of its schema. */
export class ZoneDataSource<S extends ObjectSchema> extends TerraformDataSource {
  /** References to the data source's attributes. */
  readonly references: ReferencesTo<S['attributes']>;

  private readonly values: Record<string, unknown>;

  constructor(
    scope: Construct,
    id: string,
    private readonly schema: S,
    props: PropsOf<S> & MetaArguments,
  ) {
    super(scope, id, {
      terraformResourceType: schema.type,
      terraformGeneratorMetadata: generatorMetadata(),
      ...metaArguments(props),
    });
    this.references = referencesTo<S['attributes']>(this, schema.attributes);
    this.values = attributeValues(schema.attributes, props as Named);
    failOn(this, () => checkProps(schema, props as Named));
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return this.values;
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(this.schema.attributes, this.values);
  }
}
