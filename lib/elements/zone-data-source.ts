import { type IResolvable, TerraformDataSource } from 'cdktf';
import type { Construct } from 'constructs';
import type { ObjectSchema } from '../../schema';
import { writtenProblems } from './resource-problems';
import { joinStack } from '../stack/members';
import type { StackMember } from '../stack/stack-member';
import { attributeValues, type Named } from '../binding/attribute-values';
import { checkProps, failOn } from '../binding/checks';
import { hclAttributes } from '../binding/hcl';
import { refusedWhenWritten } from '../binding/misused';
import { META_PROPS, type MetaArguments, metaArguments } from './meta';
import { unknownProps } from '../binding/prop-names';
import type { PropsOf } from '../binding/props';
import { AttributeReference, type ReferencesTo, referencesTo } from '../binding/references';

/** A data source of the provider, defined by its schema and checked at synth. */
export class ZoneDataSource<S extends ObjectSchema> extends TerraformDataSource implements StackMember {
  /** References to the data source's attributes. */
  readonly references: ReferencesTo<S['attributes']>;

  protected readonly values: Record<string, unknown>;

  constructor(
    scope: Construct,
    id: string,
    private readonly schema: S,
    props: PropsOf<S> & MetaArguments,
  ) {
    super(scope, id, { terraformResourceType: schema.type, ...metaArguments(scope, props) });
    this.references = referencesTo<S['attributes']>(this, schema.attributes);
    this.values = attributeValues(schema.attributes, props as Named);
    this.dependsOn = joinStack(this, props.dependsOn);
    failOn(this, () => [
      ...unknownProps(schema.attributes, props, META_PROPS.dataSource),
      ...checkProps(schema, props as Named),
      ...writtenProblems(this.values, this),
    ]);
  }

  /** A reference to an attribute: of a repeated construct, the list of the values of all instances. */
  override interpolationForAttribute(attribute: string): IResolvable {
    return new AttributeReference(
      this,
      `data.${this.terraformResourceType}.${this.friendlyUniqueId}`,
      attribute,
      this.schema.attributes,
    );
  }

  get choosesProvider(): boolean {
    return !('provider' in this.rawOverrides);
  }

  override toTerraform(): Record<string, unknown> {
    return refusedWhenWritten(this, super.toTerraform() as Record<string, unknown>);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return this.values;
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(this.schema.attributes, this.values);
  }
}
