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
import type { MigrationGateProps } from '../migration/gate-props';
import { GateRecord } from '../migration/gate-record';
import { DataManagedRulesStatus } from '../migration/data-managed-rules-status';
import type { IdentifiedZone } from '../fleet/fleet-zone';
import type { ApprovedWave } from './approved-waves';
import {
  finishing,
  literal,
  notReached,
  notYetReached,
  unapprovedCondition,
  waveConditions,
  whileAnyOf,
} from './gate-expressions';
import type { WaveApproval } from './wave-approvals';
import { isAtLeast, type UnapprovedWave } from './wave-order';

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
  /** The earlier waves that are not approved for this target. */
  readonly unapproved: readonly UnapprovedWave[];
  readonly stopAfterFailures: number;
  readonly recordIn: MigrationGateProps['recordIn'];
}

/**
 * Holds a wave back until the wave before has reached its target: a `terraform_data` or `null_resource` that records
 * what was approved, by whom, when and where. Its preconditions fail the plan. It reads the status of each zone of the
 * wave and, while one of them still has to begin, of each zone of the wave before and of earlier waves that are not
 * approved.
 */
export class WaveGate extends Construct implements ITerraformDependable {
  private readonly inner: TerraformResource;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: WaveGateProps,
  ) {
    super(scope, id);
    this.inner = new GateRecord(this, 'Default', {
      recordIn: props.recordIn,
      approved: this.record(),
      lifecycle: { precondition: this.conditions() },
    });
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
    const { wave, before, unapproved } = this.props;
    if (before === undefined && unapproved.length === 0) return [];
    const toBegin = this.local('to_begin', `\${concat(${this.zonesToBegin(wave).join(', ')})}`);
    return [
      ...(before === undefined ? [] : this.conditionsOfWaveBefore(before, toBegin)),
      ...(unapproved.length === 0 ? [] : [this.conditionOfUnapproved(toBegin)]),
    ];
  }

  /**
   * The zones that still have to begin, an expression for each target. A zone may be approved for validation in a wave that
   * is approved for finished.
   */
  private zonesToBegin({ migrating }: ApprovedWave): string[] {
    return (['validation', 'finished'] as const).flatMap((target) => {
      const zones = migrating.filter((zone) => zone.target === target).map(({ zone }) => zone);
      return zones.length === 0 ? [] : [notReached(this.statuses(`own_${target}`, idsByName(zones)), target)];
    });
  }

  /** @param toBegin the address of the list of zones of this wave that still have to begin */
  private conditionsOfWaveBefore({ name, migrating }: ApprovedWave, toBegin: string): Precondition[] {
    const { wave, stackBefore: stack, stopAfterFailures } = this.props;
    const { target } = wave.approval;
    const zones = migrating.filter((zone) => isAtLeast(zone.target, target)).map(({ zone }) => zone);
    const statuses = this.statusesWhile(toBegin, 'before', this.local('zones_before', idsByName(zones)));
    return waveConditions(
      { wave: wave.name, target },
      {
        finishing: this.local('finishing', `\${${finishing(statuses)}}`),
        notReached: this.local('not_reached', `\${${notReached(statuses, target)}}`),
        ...{ name, stack, zones: zones.length, stopAfterFailures },
      },
    );
  }

  private conditionOfUnapproved(toBegin: string): Precondition {
    const { wave, unapproved } = this.props;
    const { target } = wave.approval;
    const zones = unapproved.flatMap((each) => each.zones);
    const ids = this.local('zones_not_approved', idsByName(zones));
    const statuses = this.statusesWhile(toBegin, 'not_approved', ids);
    return unapprovedCondition(
      { wave: wave.name, target },
      {
        names: unapproved.map(({ name }) => name),
        zones: zones.length,
        notYetReached: this.local('not_yet_reached', `\${${notYetReached(statuses, target)}}`),
      },
    );
  }

  /**
   * Reads the status of each zone of other waves, while a zone of this wave still has to begin.
   *
   * @param toBegin the address of the list of these zones
   * @param ids the address of the ids of the others, by name
   * @returns the address of the statuses by name
   */
  private statusesWhile(toBegin: string, id: string, ids: string): string {
    return this.statuses(id, ref(whileAnyOf(toBegin, ids), TerraformStack.of(this)) as never);
  }

  /** Reads the status of each zone. @param ids by name @returns the address of the statuses by name */
  private statuses(id: string, ids: Readonly<Record<string, string>>): string {
    const zones = TerraformIterator.fromMap(ids);
    const read = new DataManagedRulesStatus(this, id, { forEach: zones, zoneId: zones.value as string });
    return `data.${read.terraformResourceType}.${read.friendlyUniqueId}`;
  }

  /** A local value. @returns its address */
  private local(id: string, value: unknown): string {
    return `local.${new TerraformLocal(this, id, value).friendlyUniqueId}`;
  }
}

function idsByName(zones: readonly IdentifiedZone[]): Record<string, string> {
  return Object.fromEntries(zones.map(({ id, name }) => [literal(name), id]));
}
