import { TerraformProvider, TerraformStack, type TerraformProviderGeneratorMetadata } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';

/** The release of `hashicorp/null` for stacks with a gate: that of `@cdktf/provider-null` 11.0.1. */
export const NULL_PROVIDER: TerraformProviderGeneratorMetadata = {
  providerName: 'null',
  providerVersion: '3.2.4',
  providerVersionConstraint: '~> 3.0',
};

const ID = 'NullProviderOfGates';

/** Adds the null provider, which `null_resource` needs, unless the stack declares one. */
export function needsNullProvider(construct: IConstruct): void {
  const stack = TerraformStack.of(construct);
  if (stack.node.tryFindChild(ID) === undefined) new SpareNullProvider(stack, ID);
}

/** A null provider that is omitted when the stack has another one without an alias, declared before or after it. */
class SpareNullProvider extends TerraformProvider {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terraformResourceType: NULL_PROVIDER.providerName,
      terraformGeneratorMetadata: NULL_PROVIDER,
      terraformProviderSource: NULL_PROVIDER.providerName,
    });
  }

  override toTerraform(): Record<string, unknown> {
    return this.isNeeded() ? (super.toTerraform() as Record<string, unknown>) : {};
  }

  private isNeeded(): boolean {
    const isOther = (node: IConstruct): boolean =>
      node !== this &&
      TerraformProvider.isTerraformProvider(node) &&
      node.terraformResourceType === this.terraformResourceType &&
      node.alias === undefined;
    return !TerraformStack.of(this).node.findAll().some(isOther);
  }
}
