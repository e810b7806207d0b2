import { TerraformVariable, type TerraformVariableConfig } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * A variable whose value is kept in no plan file and in no state: what a secret that is not stored begins with. The
 * engine takes it for write-only attributes, provider configurations and ephemeral resources, and shows it nowhere.
 * Needs Terraform 1.10 or OpenTofu 1.11; cdktf 0.21 has no prop for it. Leave `sensitive` out: it adds nothing, and an
 * import of what it is given to would look like a change.
 *
 * @example
 * const token = new EphemeralVariable(stack, 'token', { type: 'string' }).stringValue;
 */
export class EphemeralVariable extends TerraformVariable {
  constructor(scope: Construct, id: string, config: TerraformVariableConfig = {}) {
    super(scope, id, config);
    this.addOverride('ephemeral', true);
  }
}
