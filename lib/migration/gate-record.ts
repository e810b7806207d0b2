import {
  hashMapper,
  type ITerraformDependable,
  stringToTerraform,
  TerraformResource,
  type TerraformResourceLifecycle,
} from 'cdktf';
import type { Construct } from 'constructs';
import { joinStack } from '../stack/members';
import type { StackMember } from '../stack/stack-member';
import { needsNullProvider, NULL_PROVIDER } from './null-provider';
import type { MigrationGateProps } from './gate-props';
import { AppError } from '../binding/app-error';

interface GateRecordProps extends Pick<MigrationGateProps, 'recordIn'> {
  readonly approved: Readonly<Record<string, string>>;
  readonly dependsOn?: ITerraformDependable[] | undefined;
  readonly lifecycle: TerraformResourceLifecycle;
}

/**
 * The resource of a gate, which records what was approved: in the `input` of the engine's own `terraform_data`, where
 * another approval is an update; or in the `triggers` of a `null_resource`, which is replaced. That is defined here,
 * because `@cdktf/provider-null` works only with cdktf. cdktf 0.21 writes preconditions into HCL in a form that no
 * engine reads.
 */
export class GateRecord extends TerraformResource implements StackMember {
  /** It belongs to the engine itself, or to another provider. */
  readonly choosesProvider = false;

  private readonly values: Readonly<Record<string, unknown>>;

  constructor(scope: Construct, id: string, { recordIn, approved, dependsOn, lifecycle }: GateRecordProps) {
    const isNull = recordIn === 'null_resource';
    super(
      scope,
      id,
      isNull
        ? { terraformResourceType: recordIn, terraformGeneratorMetadata: NULL_PROVIDER, lifecycle }
        : {
            terraformResourceType: 'terraform_data',
            // A `moved` block from a null_resource makes its triggers `triggers_replace`: without them it would be
            // replaced.
            lifecycle: { ...lifecycle, ignoreChanges: ['triggers_replace'] },
          },
    );
    if (isNull) needsNullProvider(this);
    this.values = isNull
      ? { triggers: hashMapper(stringToTerraform)(approved) as unknown }
      : { input: approved };
    this.dependsOn = joinStack(this, dependsOn);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return this.values;
  }

  override toHclTerraform(): never {
    throw new AppError(
      `[${this.node.path}] HCL output cannot express preconditions. Remove "hclOutput" from the App: the JSON output ` +
        'can.',
    );
  }
}
