import { type TerraformProvider, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { ObjectSchema } from '../../schema';
import { joinStack } from '../stack/members';
import type { StackMember } from '../stack/stack-member';
import { attributeValues, type Named } from './attribute-values';
import { hclAttributes } from './hcl';
import { type MetaArguments, metaArguments } from './meta';
import type { PropsOf } from './props';
import { type ReferencesTo, referencesTo } from './references';

/** A resource of the provider, as its schema describes it. Its values are checked by the construct around it. */
export class ZoneResource<S extends ObjectSchema> extends TerraformResource implements StackMember {
  /** References to the resource's attributes, e.g. `references.rulesetId`. */
  readonly references: ReferencesTo<S['attributes']>;

  private imported: { readonly id: string; readonly provider: TerraformProvider | undefined } | undefined;

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
    super(scope, id, { terraformResourceType: schema.type, ...metaArguments(meta) });
    this.references = referencesTo<S['attributes']>(this, schema.attributes);
    this.dependsOn = joinStack(this, meta.dependsOn);
  }

  get choosesProvider(): boolean {
    return !('provider' in this.rawOverrides);
  }

  /** Adds an `import` block. That of cdktf starts the engine at synth, to see that it is one that knows the block. */
  override importFrom(id: string, provider?: TerraformProvider): void {
    this.imported = { id, provider };
  }

  override toTerraform(): Record<string, unknown> {
    const written = super.toTerraform() as Record<string, unknown>;
    if (this.imported === undefined) return written;
    const { id, provider } = this.imported;
    return { ...written, import: [{ provider: provider?.fqn, id, to: this.importedTo }] };
  }

  override toHclTerraform(): Record<string, unknown> {
    const written = super.toHclTerraform() as Record<string, unknown>;
    if (this.imported === undefined) return written;
    const { id, provider } = this.imported;
    const simple = (value: string, storageClassType: string): object => ({
      value,
      type: 'simple',
      storageClassType,
    });
    return {
      ...written,
      import: [
        {
          to: simple(this.importedTo, 'reference'),
          id: simple(id, 'string'),
          provider: provider && simple(provider.fqn, 'reference'),
        },
      ],
    };
  }

  override toMetadata(): Record<string, unknown> {
    const written = super.toMetadata() as Record<string, unknown>;
    const imports = { [this.terraformResourceType]: [this.friendlyUniqueId] };
    return this.imported === undefined ? written : { ...written, imports };
  }

  private get importedTo(): string {
    return `${this.terraformResourceType}.${this.friendlyUniqueId}`;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributeValues(this.schema.attributes, this.props() as Named);
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(this.schema.attributes, this.synthesizeAttributes());
  }
}
