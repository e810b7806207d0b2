import { TerraformVariable, type TerraformVariableConfig } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * A variable whose value is stored neither in plan files nor in the state, to pass in a secret that must not be
 * stored. The engine accepts it in write-only attributes, provider configurations and ephemeral resources, and never
 * shows it. Needs Terraform 1.10 or OpenTofu 1.11; cdktf 0.21 has no prop for it. Do not set `sensitive`: it adds
 * nothing, and would make an import of the object show a change.
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
