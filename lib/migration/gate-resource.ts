import { resource } from '@cdktf/provider-null';
import type { Construct } from 'constructs';
import { joinStack } from '../stack/members';
import type { StackMember } from '../stack/stack-member';

/** The gate's `null_resource`. cdktf 0.21 writes preconditions into HCL in a form that no engine reads. */
export class GateResource extends resource.Resource implements StackMember {
  /** It is of another provider. */
  readonly choosesProvider = false;

  constructor(scope: Construct, id: string, config: resource.ResourceConfig) {
    super(scope, id, config);
    this.dependsOn = joinStack(this, config.dependsOn);
  }

  override toHclTerraform(): never {
    throw new Error(
      `[${this.node.path}] HCL output cannot express preconditions. Leave "hclOutput" of the App out: the JSON output ` +
        'can.',
    );
  }
}
