import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  hashMapper,
  type ITerraformDependable,
  stringToTerraform,
  TerraformResource,
  type TerraformResourceLifecycle,
  TerraformProvider,
  TerraformStack,
  type TerraformProviderGeneratorMetadata,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { type ApprovalRow, approvalRowCheck, readApprovalRows } from '../../schema';
import { AppError } from '../binding/app-error';
import { failOn } from '../binding/checks';
import { known } from '../binding/known';
import { refusedWhenWritten, misuses } from '../binding/misused';
import { unknownProps } from '../binding/prop-names';
import { writtenLifecycle } from '../elements/resource-problems';
import { joinStack } from '../stack/members';
import { shownOf, type StackMember } from '../stack/stack-member';
import { decodedText } from '../provider/decoded-text';

/**
 * Reads a file of approvals: a JSON list with one row for each zone, its furthest approved step.
 *
 * @param file relative to the working folder
 * @throws AppError naming file and line: an unknown member, a zone twice, a conflict marker, no approval
 * @example
 * for (const approval of readApprovals('approvals.json'))
 *   new ManagedRulesMigration(stack, `zone_${approval.zone}`, {
 *     zoneId: approval.zone,
 *     targetState: approval.step,
 *     approvedDigest: approval.approved_digest,
 *   });
 */
export function readApprovals(file: string): readonly ApprovalRow[] {
  try {
    return readApprovalRows(decodedText(readFileSync(resolve(file))), file);
  } catch (cause) {
    const { message } = cause as Error;
    throw new AppError(message.includes(file) ? message : `${file}: ${message}`, { cause });
  }
}

/** What records the approval of a migration. */
export interface MigrationGateProps {
  /** The row of the zone, as `readApprovals` returns it. */
  readonly approval: ApprovalRow;
  /** What must exist before. @default nothing */
  readonly dependsOn?: ITerraformDependable[];
  /** The lifecycle of the record. @default none */
  readonly lifecycle?: TerraformResourceLifecycle;
}

/**
 * Records the approval of a migration in a `null_resource` whose triggers are its row, before the migration: another
 * approval replaces it, so every plan shows who approved what. It does nothing at the service; the provider compares the
 * approval. It adds a null provider to the stack if there is none.
 *
 * @example
 * const gate = new MigrationGate(stack, 'gate', { approval });
 * new ManagedRulesMigration(stack, 'migration', {
 *   zoneId: approval.zone,
 *   targetState: approval.step,
 *   approvedDigest: approval.approved_digest,
 *   dependsOn: [gate],
 * });
 */
export class MigrationGate extends Construct implements ITerraformDependable {
  /** The resource itself, for what this construct does not offer. */
  readonly resource: TerraformResource;

  constructor(scope: Construct, id: string, given: MigrationGateProps) {
    super(scope, id);
    const { approval, ...props } = given;
    this.resource = new ApprovalRecord(this, 'Default', approval, props);
    failOn(this, () => {
      const parts = misuses(approval, ['approval']);
      return [
        ...unknownProps({}, given, { approval: true, dependsOn: true, lifecycle: true }),
        ...(parts.length > 0 ? parts : approvalRowCheck(known(approval))),
      ];
    });
  }

  /** The resource's address, so that others can depend on it with `dependsOn`. */
  get fqn(): string {
    return this.resource.fqn;
  }
}

/** Defined here, because `@cdktf/provider-null` works only with cdktf. */
class ApprovalRecord extends TerraformResource implements StackMember {
  /** It belongs to another provider. */
  readonly choosesProvider = false;

  constructor(
    scope: Construct,
    id: string,
    private readonly approval: ApprovalRow,
    { dependsOn, lifecycle }: Omit<MigrationGateProps, 'approval'>,
  ) {
    super(scope, id, {
      terraformResourceType: 'null_resource',
      terraformGeneratorMetadata: NULL_PROVIDER,
      ...(lifecycle && { lifecycle: writtenLifecycle(lifecycle) }),
    });
    needsNullProvider(this);
    this.dependsOn = joinStack(this, dependsOn);
  }

  override toTerraform(): Record<string, unknown> {
    return refusedWhenWritten(shownOf(this), super.toTerraform() as Record<string, unknown>);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { step: _inDigest, ...row } = { ...this.approval }; // Not checked yet: it may be missing.
    return { triggers: hashMapper(stringToTerraform)(row) as unknown };
  }
}

/** The release of `hashicorp/null` for stacks with a gate: that of `@cdktf/provider-null` 11.0.1. */
const NULL_PROVIDER: TerraformProviderGeneratorMetadata = {
  providerName: 'null',
  providerVersion: '3.2.4',
  providerVersionConstraint: '~> 3.0',
};

const ID = 'NullProviderOfGates';

/** Adds the null provider, which `null_resource` needs, unless the stack declares one. */
function needsNullProvider(construct: IConstruct): void {
  const stack = TerraformStack.of(construct);
  if (stack.node.tryFindChild(ID) === undefined) new SpareNullProvider(stack, ID);
}

/** A null provider that is omitted when the stack has another one without an alias, declared before or after it. */
class SpareNullProvider extends TerraformProvider {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terraformResourceType: NULL_PROVIDER.providerName,
      terraformGeneratorMetadata: NULL_PROVIDER,
      terraformProviderSource: NULL_PROVIDER.providerName,
    });
  }

  override toTerraform(): Record<string, unknown> {
    return this.isNeeded() ? (super.toTerraform() as Record<string, unknown>) : {};
  }

  private isNeeded(): boolean {
    const isOther = (node: IConstruct): boolean =>
      node !== this &&
      TerraformProvider.isTerraformProvider(node) &&
      node.terraformResourceType === this.terraformResourceType &&
      node.alias === undefined;
    return !TerraformStack.of(this).node.findAll().some(isOther);
  }
}
