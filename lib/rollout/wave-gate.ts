import {
  type ITerraformDependable,
  type Precondition,
  ref,
  TerraformIterator,
  TerraformLocal,
  type TerraformResource,
  TerraformStack,
} from 'cdktf';
import { Construct } from 'constructs';
import { GateData } from '../migration/gate-data';
import type { MigrationGateProps } from '../migration/gate-props';
import { GateResource } from '../migration/gate-resource';
import { ManagedRulesStatus } from '../migration/managed-rules-status';
import { needsNullProvider } from '../migration/null-provider';
import { isAtLeast } from './approval-problems';
import type { ApprovedWave, MigratingZone } from './approved-waves';
import { finishing, literal, notReached, waveConditions, whileAnyOf } from './gate-expressions';
import type { WaveApproval } from './wave-approvals';

/** A wave that was approved, and what its gate compares. */
export interface WaveGateProps {
  /** The id of the rollout. */
  readonly rollout: string;
  readonly wave: ApprovedWave & { readonly approval: WaveApproval };
  /** Of the wave among those of the rollout, from 1. */
  readonly position: number;
  /** The nearest wave before with zones that were approved for the same target; none before the first. */
  readonly before: ApprovedWave | undefined;
  readonly stackBefore: string;
  readonly stopAfterFailures: number;
  readonly recordIn: MigrationGateProps['recordIn'];
}

/**
 * Holds a wave back until the wave before has reached its target: a `null_resource` or `terraform_data` that records
 * what was approved, by whom, when and where. Its preconditions fail the plan. It reads the status of each zone of the
 * wave and, while one of them still has to begin, of each zone of the wave before.
 */
export class WaveGate extends Construct implements ITerraformDependable {
  private readonly inner: TerraformResource;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: WaveGateProps,
  ) {
    super(scope, id);
    const lifecycle = { precondition: this.conditions() };
    if (props.recordIn === 'terraform_data') {
      this.inner = new GateData(this, 'Default', this.record(), { lifecycle });
    } else {
      needsNullProvider(this);
      this.inner = new GateResource(this, 'Default', { triggers: this.record(), lifecycle });
    }
  }

  /** The resource's address, so that others can depend on it with `dependsOn`. */
  get fqn(): string {
    return this.inner.fqn;
  }

  /** What was approved, as texts. Reviews read it by these names. */
  private record(): Readonly<Record<string, string>> {
    const { rollout, wave, position } = this.props;
    const { target, by, at, ticket, zones, leftOut } = wave.approval;
    const record = {
      rollout,
      wave: wave.name,
      position: String(position),
      target,
      approved_by: by,
      approved_at: at,
      ticket,
      zones: String(Object.keys(zones).length),
      left_out: String(Object.keys(leftOut).length),
    };
    return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, literal(text)]));
  }

  /** None for the first wave, which nothing holds back. */
  private conditions(): Precondition[] {
    const { wave, before, stackBefore, stopAfterFailures } = this.props;
    if (before === undefined) return [];
    const { target } = wave.approval;
    const own = idsByName(wave.migrating.filter((zone) => zone.target === target));
    const ids = idsByName(before.migrating.filter((zone) => isAtLeast(zone.target, target)));
    const ofOwn = this.statuses('own', own);
    const toBegin = this.local('to_begin', `\${${notReached(ofOwn, target)}}`);
    const toRead = ref(whileAnyOf(toBegin, this.local('zones_before', ids)), TerraformStack.of(this));
    const ofBefore = this.statuses('before', toRead as never);
    return waveConditions({
      finishing: this.local('finishing', `\${${finishing(ofBefore)}}`),
      notReached: this.local('not_reached', `\${${notReached(ofBefore, target)}}`),
      wave: wave.name,
      target,
      before: before.name,
      stackBefore,
      zonesBefore: Object.keys(ids).length,
      stopAfterFailures,
    });
  }

  /** Reads the status of each zone. @param ids by name @returns the address of the statuses by name */
  private statuses(id: string, ids: Readonly<Record<string, string>>): string {
    const zones = TerraformIterator.fromMap(ids);
    const read = new ManagedRulesStatus(this, id, { forEach: zones, zoneId: zones.value as string });
    return `data.${read.terraformResourceType}.${read.friendlyUniqueId}`;
  }

  /** A local value. @returns its address */
  private local(id: string, value: unknown): string {
    return `local.${new TerraformLocal(this, id, value).friendlyUniqueId}`;
  }
}

function idsByName(zones: readonly MigratingZone[]): Record<string, string> {
  return Object.fromEntries(zones.map(({ zone: { id, name } }) => [literal(name), id]));
}
