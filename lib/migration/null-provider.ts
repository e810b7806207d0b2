import { provider } from '@cdktf/provider-null';
import { TerraformProvider, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

const ID = 'NullProviderOfGates';

/** The stack has the null provider, which `null_resource` needs, whether or not anybody declared it. */
export function needsNullProvider(construct: IConstruct): void {
  const stack = TerraformStack.of(construct);
  if (stack.node.tryFindChild(ID) === undefined) new SpareNullProvider(stack, ID);
}

/** A null provider that stands aside when the stack has another one without an alias, declared before it or after. */
class SpareNullProvider extends provider.NullProvider {
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
