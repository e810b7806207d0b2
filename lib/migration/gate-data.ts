import { type ITerraformDependable, TerraformResource, type TerraformResourceLifecycle } from 'cdktf';
import type { Construct } from 'constructs';
import { joinStack } from '../stack/members';
import type { StackMember } from '../stack/stack-member';
import { AppError } from '../binding/app-error';

interface GateDataProps {
  readonly dependsOn?: ITerraformDependable[];
  readonly lifecycle: TerraformResourceLifecycle;
}

/**
 * A gate that records in the engine's own `terraform_data`, which needs no provider and no registry. Its `input` is
 * what was approved, so that another approval is an update.
 */
export class GateData extends TerraformResource implements StackMember {
  /** It belongs to the engine itself. */
  readonly choosesProvider = false;

  constructor(
    scope: Construct,
    id: string,
    private readonly approved: Readonly<Record<string, unknown>>,
    { lifecycle, dependsOn }: GateDataProps,
  ) {
    super(scope, id, {
      terraformResourceType: 'terraform_data',
      // A `moved` block from a null_resource makes its triggers `triggers_replace`: without them it would be replaced.
      lifecycle: { ...lifecycle, ignoreChanges: ['triggers_replace'] },
    });
    this.dependsOn = joinStack(this, dependsOn);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { input: this.approved };
  }

  override toHclTerraform(): never {
    throw new AppError(
      `[${this.node.path}] HCL output cannot express preconditions. Remove "hclOutput" from the App: the JSON output ` +
        'can.',
    );
  }
}
