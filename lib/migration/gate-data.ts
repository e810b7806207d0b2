import { TerraformResource, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * A gate that records in the engine's own `terraform_data`, which needs no provider and no registry. What was approved
 * is its `input`, so that another approval is an update.
 */
export class GateData extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly approved: Readonly<Record<string, unknown>>,
    { lifecycle, ...meta }: Pick<TerraformMetaArguments, 'dependsOn' | 'lifecycle'>,
  ) {
    super(scope, id, {
      terraformResourceType: 'terraform_data',
      ...meta,
      // A `moved` block from a null_resource makes its triggers `triggers_replace`: without them it would be replaced.
      lifecycle: { ...lifecycle, ignoreChanges: ['triggers_replace'] },
    });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { input: this.approved };
  }

  override toHclTerraform(): never {
    throw new Error(
      `[${this.node.path}] HCL output cannot express preconditions. Leave "hclOutput" of the App out: the JSON output ` +
        'can.',
    );
  }
}
