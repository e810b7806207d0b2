import {
  hashMapper,
  stringToTerraform,
  TerraformResource,
  type ITerraformDependable,
  type TerraformResourceLifecycle,
} from 'cdktf';
import type { Construct } from 'constructs';
import { joinStack } from '../stack/members';
import type { StackMember } from '../stack/stack-member';
import { NULL_PROVIDER } from './null-provider';

interface GateResourceProps {
  /** What makes the engine replace the resource, and so record it anew, when it changes. */
  readonly triggers: Readonly<Record<string, string>>;
  readonly dependsOn?: ITerraformDependable[];
  readonly lifecycle: TerraformResourceLifecycle;
}

/**
 * The gate's `null_resource`. It is bound here, and not taken from `@cdktf/provider-null`, which works with cdktf
 * alone. cdktf 0.21 writes preconditions into HCL in a form that no engine reads.
 */
export class GateResource extends TerraformResource implements StackMember {
  /** It is of another provider. */
  readonly choosesProvider = false;

  private readonly triggers: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { triggers, dependsOn, lifecycle }: GateResourceProps) {
    super(scope, id, {
      terraformResourceType: 'null_resource',
      terraformGeneratorMetadata: NULL_PROVIDER,
      lifecycle,
    });
    this.triggers = triggers;
    this.dependsOn = joinStack(this, dependsOn);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { triggers: hashMapper(stringToTerraform)(this.triggers) as unknown };
  }

  override toHclTerraform(): never {
    throw new Error(
      `[${this.node.path}] HCL output cannot express preconditions. Remove "hclOutput" from the App: the JSON output ` +
        'can.',
    );
  }
}
