import { resource } from '@cdktf/provider-null';

/** The gate's `null_resource`. cdktf 0.21 writes preconditions into HCL in a form that no engine reads. */
export class GateResource extends resource.Resource {
  override toHclTerraform(): never {
    throw new Error(
      `[${this.node.path}] HCL output cannot express preconditions. Leave "hclOutput" of the App out: the JSON output ` +
        'can.',
    );
  }
}
