import type { IResolvable, ITerraformDependable, TerraformResource } from 'cdktf';
import { Construct } from 'constructs';
import type { Named } from '../binding/attribute-values';
import { checkProps, failOn } from '../binding/checks';
import { CHECKED_AROUND } from '../binding/zone-data-source';
import { ManagedRulesCompatibility } from './managed-rules-compatibility';
import { ManagedRulesConfiguration } from './managed-rules-configuration';
import { gateRepeated } from './gate-composition';
import { gateConditions } from './gate-conditions';
import { gateSchema, type MigrationGateProps } from './gate-props';
import { GateData } from './gate-data';
import { GateResource } from './gate-resource';
import { needsNullProvider } from './null-provider';
import { zoneOfInstance } from '../stack/repetition';
import type { ZoneProvider } from '../provider/zone-provider';

/**
 * Holds a migration back until it can begin, was approved, and may go on: a `null_resource` or `terraform_data` that
 * records what was approved, and whose preconditions fail the plan, each with what was seen and what to do. Once the
 * migration is finished it holds nothing back, and its plan is empty.
 *
 * For a `null_resource` the stack's null provider is added when there is none.
 *
 * @example
 * const gate = new MigrationGate(stack, 'gate', {
 *   zoneId,
 *   targetState: 'finished',
 *   approvedDigest: 'sha256:…', // the plan shows it when it is left out
 *   acknowledgeIrreversible: zoneId,
 * });
 * new ManagedRulesMigration(stack, 'migration', { gate });
 */
export class MigrationGate extends Construct implements ITerraformDependable {
  /** The zone, as given. */
  readonly zoneId: string;
  /** What was approved to be reached. */
  readonly targetState: MigrationGateProps['targetState'];
  /** The digest of the configuration that was approved. */
  readonly approvedDigest: string | undefined;
  /** The word for finishing. */
  readonly acknowledgeIrreversible: string | undefined;
  /** Whether the migration deletes the URI-based overrides that are in its way. */
  readonly deleteUriOverrides: boolean | IResolvable | undefined;
  /** The provider configuration that it reads with. */
  readonly provider: ZoneProvider | undefined;
  /** What it reads of the zone's eligibility. */
  readonly compatibility: ManagedRulesCompatibility;
  /** What it reads of the configuration that the service generates. */
  readonly configuration: ManagedRulesConfiguration;

  private readonly inner: TerraformResource;

  constructor(scope: Construct, id: string, props: MigrationGateProps) {
    super(scope, id);
    const { zoneId, targetState, approvedDigest, provider, after } = props;
    this.zoneId = zoneId;
    this.targetState = targetState;
    this.approvedDigest = approvedDigest;
    this.acknowledgeIrreversible = props.acknowledgeIrreversible;
    this.deleteUriOverrides = props.deleteUriOverrides;
    this.provider = provider;
    // What is wrong with the zone is told once, of the gate.
    const look = { zoneId, provider, [CHECKED_AROUND]: true };
    this.compatibility = new ManagedRulesCompatibility(this, 'compatibility', look);
    this.configuration = new ManagedRulesConfiguration(this, 'configuration', look);
    const { compatibility, configuration } = this;
    // What was approved and not what is read now, which is null after the end of the migration.
    const recorded = {
      zone: zoneId,
      target: targetState as string,
      ...(approvedDigest !== undefined && { digest: approvedDigest }),
    };
    const meta = {
      dependsOn: after,
      lifecycle: { precondition: gateConditions({ approved: props, compatibility, configuration }) },
    };
    if (props.recordIn === 'terraform_data') {
      this.inner = new GateData(this, 'Default', recorded, meta);
    } else {
      needsNullProvider(this);
      this.inner = new GateResource(this, 'Default', { triggers: recorded, ...meta });
    }
    failOn(this, () => [
      ...checkProps(gateSchema, props as unknown as Named),
      ...gateRepeated(this.inner),
      ...zoneOfInstance(zoneId, this.inner),
    ]);
  }

  /** The resource's address, so that others can depend on it with `dependsOn`. */
  get fqn(): string {
    return this.inner.fqn;
  }

  /**
   * Takes over what a former gate recorded, by a `moved` block: after a change of the construct's id, or of `recordIn`
   * from `null_resource` to `terraform_data` (Terraform 1.9 or OpenTofu 1.10).
   *
   * @param id the former address, e.g. `null_resource.gate`
   */
  moveFromId(id: string): void {
    this.inner.moveFromId(id);
  }

  /** The resource itself, for what this construct does not offer, e.g. `addOverride`. */
  get resource(): TerraformResource {
    return this.inner;
  }
}
