import { type IResolvable, type ITerraformDependable, type TerraformResource, Token } from 'cdktf';
import { Construct } from 'constructs';
import type { Named } from '../binding/attribute-values';
import { checkProps, failOn } from '../binding/checks';
import { CHECKED_AROUND } from '../elements/zone-data-source';
import { DataManagedRulesCompatibility } from './data-managed-rules-compatibility';
import { DataManagedRulesConfiguration } from './data-managed-rules-configuration';
import { gateRepeated } from './gate-composition';
import { gateConditions } from './gate-conditions';
import { gateSchema, type MigrationGateProps } from './gate-props';
import { GateRecord } from './gate-record';
import { zoneOfInstance } from '../stack/repetition';
import type { ZoneProvider } from '../provider/zone-provider';

/**
 * Holds a migration back until it can begin, is approved, and may continue: a `terraform_data` or `null_resource`
 * that records what was approved. Its preconditions fail the plan, each with what was seen and what to do. Once the
 * migration is finished, its plan is empty.
 *
 * For a `null_resource`, it adds a null provider to the stack if there is none.
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
  /** The approved target state. */
  readonly targetState: MigrationGateProps['targetState'];
  /** The digest of the approved configuration. */
  readonly approvedDigest: string | undefined;
  /** The acknowledgement of the end: the zone's id. */
  readonly acknowledgeIrreversible: string | undefined;
  /** Whether the migration deletes URI-based overrides that are in its way. */
  readonly deleteUriOverrides: boolean | IResolvable | undefined;
  /** What the migration does when the zone cannot migrate. */
  readonly onIncompatible: MigrationGateProps['onIncompatible'];
  /** The provider configuration that it reads with. */
  readonly provider: ZoneProvider | undefined;
  /** The data source for the compatibility of the zone. */
  readonly compatibility: DataManagedRulesCompatibility;
  /** The data source for the generated configuration. */
  readonly configuration: DataManagedRulesConfiguration;

  private readonly inner: TerraformResource;

  constructor(scope: Construct, id: string, props: MigrationGateProps) {
    super(scope, id);
    const { zoneId, targetState, approvedDigest, provider, after } = props;
    this.zoneId = zoneId;
    this.targetState = targetState;
    this.approvedDigest = approvedDigest;
    this.acknowledgeIrreversible = props.acknowledgeIrreversible;
    this.deleteUriOverrides = props.deleteUriOverrides;
    this.onIncompatible = props.onIncompatible;
    this.provider = provider;
    // The gate reports problems of the zone, once.
    const look = { zoneId, provider, [CHECKED_AROUND]: true };
    this.compatibility = new DataManagedRulesCompatibility(this, 'compatibility', look);
    this.configuration = new DataManagedRulesConfiguration(this, 'configuration', look);
    const { compatibility, configuration } = this;
    // The approved digest, not the current one, which is null after the end of the migration.
    const recorded = {
      zone: zoneId,
      target: Token.asString(targetState),
      ...(approvedDigest !== undefined && { digest: approvedDigest }),
    };
    this.inner = new GateRecord(this, 'Default', {
      recordIn: props.recordIn,
      approved: recorded,
      dependsOn: after,
      lifecycle: { precondition: gateConditions({ approved: props, compatibility, configuration }) },
    });
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
   * Takes over the record of a former gate, with a `moved` block: after a change of the construct's id, or of
   * `recordIn` from `null_resource` to `terraform_data` (Terraform 1.9 or OpenTofu 1.10).
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
