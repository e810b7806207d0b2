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
import { AppError } from '../binding/app-error';

interface GateResourceProps {
  /** The engine replaces the resource, and so its record, when this changes. */
  readonly triggers: Readonly<Record<string, string>>;
  readonly dependsOn?: ITerraformDependable[];
  readonly lifecycle: TerraformResourceLifecycle;
}

/**
 * The gate's `null_resource`. It is defined here, because `@cdktf/provider-null` works only with cdktf. cdktf 0.21
 * writes preconditions into HCL in a form that no engine reads.
 */
export class GateResource extends TerraformResource implements StackMember {
  /** It belongs to another provider. */
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
    throw new AppError(
      `[${this.node.path}] HCL output cannot express preconditions. Remove "hclOutput" from the App: the JSON output ` +
        'can.',
    );
  }
}
