import { Fn, TerraformStack, TerraformVariable, type TerraformVariableConfig } from 'cdktf';
import { CompositionError } from '../stack/composition-error';
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

/** Secrets that come from outside and are stored nowhere. */
export const Secret = {
  /**
   * The value of an {@link EphemeralVariable} of the stack, a token: set `TF_VAR_<name>` for each plan and each apply.
   * All who name it share one variable.
   *
   * @param scope a construct of the stack
   * @throws CompositionError if the stack has something else with this name
   * @example
   * const destination = LogDestination.datadog({ host, apiKey: Secret.variable(stack, 'datadog_key') });
   */
  variable(scope: Construct, name: string, description?: string): string {
    const stack = TerraformStack.of(scope);
    const there = stack.node.tryFindChild(name);
    if (there !== undefined && !(there instanceof TerraformVariable))
      throw new CompositionError(
        'name_taken',
        stack,
        `It has another construct named ${name}. Choose another name.`,
      );
    const variable = there ?? new EphemeralVariable(stack, name, { type: 'string', description });
    return variable.stringValue;
  },

  /**
   * The same, encoded by the engine for the query of a URL: for a secret in the text of a destination.
   *
   * @example
   * `r2://logs?account-id=a1&access-key-id=k1&secret-access-key=${Secret.variableInUrl(stack, 'r2_key')}`
   */
  variableInUrl(scope: Construct, name: string, description?: string): string {
    return Fn.replace(Fn.urlencode(Secret.variable(scope, name, description)), '+', '%20');
  },
} as const;
