import { Annotations, TerraformOutput, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { warnOn } from '../binding/checks';
import { zoneScope, ZoneStacks } from '../fleet/zone-stacks';
import { ManagedRulesMigration } from '../migration/managed-rules-migration';
import { CompositionError } from '../stack/composition-error';
import { approvedWaves, checkApprovals, type ApprovedWave, type MigratingZone } from './approved-waves';
import { literal, MOST_LISTED } from './gate-expressions';
import type { MigrationRolloutProps } from './rollout-props';
import { readApprovals } from './wave-approvals';
import { WaveGate, type WaveGateProps } from './wave-gate';
import { comingBefore, unapprovedWaves, waveBefore, type UnapprovedWave } from './wave-order';

/**
 * A digest that no rules have. A zone that has finished keeps its rules, and needs no approval of them; if it has not
 * finished, its plan is refused.
 */
const NO_RULES = `sha256:${'0'.repeat(64)}`;

/**
 * The migration of many zones to the new managed rules, wave by wave. Each wave has a stack with a gate and a migration
 * for each approved zone. The gate holds the wave back until the wave before has reached its target, and records who
 * approved the wave. A zone that was not approved is never declared.
 *
 * @example
 * new MigrationRollout(app, 'waf', {
 *   zones: ZoneInventory.fromFile('zones.csv'),
 *   waves: RolloutWaves.byLabel('wave', ['canary', 'early', 'rest']),
 *   approvals: 'approvals.json',
 *   backend: (stack, key) => new HttpBackend(stack, { address: `https://state.example.com/${key}` }),
 * });
 */
export class MigrationRollout extends Construct {
  /** The stacks by the name of their wave, in the order of the waves. */
  readonly stacks: ReadonlyMap<string, TerraformStack>;

  private readonly migrations = new Map<string, ManagedRulesMigration>();

  /**
   * Reads the approvals, and declares the zones that were approved.
   *
   * @throws InventoryError for zones that the rule cannot place, and for approvals that the waves contradict
   */
  constructor(
    scope: Construct,
    id: string,
    private readonly props: MigrationRolloutProps,
  ) {
    super(scope, id);
    checkSettings(this, props);
    const assigned = props.waves.assign(props.zones.withIds());
    const approvals = readApprovals(props.approvals);
    checkApprovals(assigned, approvals);
    const waves = approvedWaves(assigned, approvals);
    const stacks = new ZoneStacks(this, props);
    this.stacks = stacks.byKey;
    waves.forEach((wave, index) => {
      const stack = stacks.of(wave.name);
      if (isApproved(wave)) this.declare(stack, wave, waves.slice(0, index));
      else this.wait(stack, wave, waves.slice(index + 1));
      list(stack, wave);
    });
  }

  /**
   * The migration of a zone that is approved, by its name in the inventory.
   *
   * @throws CompositionError when the zone is not in the rollout, or not approved
   */
  migrationOf(name: string): ManagedRulesMigration {
    const migration = this.migrations.get(name);
    if (migration) return migration;
    throw new CompositionError(
      'zone_not_approved',
      this,
      `There is no migration of a zone ${name}: it is not in this rollout, or not approved.`,
    );
  }

  private declare(
    stack: TerraformStack,
    wave: WaveGateProps['wave'],
    earlier: readonly ApprovedWave[],
  ): void {
    const { stopAfterFailures = 1, recordIn } = this.props;
    const { target } = wave.approval;
    const before = waveBefore(earlier, target);
    const unapproved = unapprovedWaves(earlier, target);
    const stackBefore = before && this.stacks.get(before.name);
    if (stackBefore) stack.addDependency(stackBefore);
    const gate = new WaveGate(stack, 'gate', {
      rollout: this.node.id,
      wave,
      position: earlier.length + 1,
      before,
      stackBefore: stackBefore?.node.id ?? '',
      unapproved,
      stopAfterFailures,
      recordIn,
    });
    for (const migrating of wave.migrating) this.migrate(stack, migrating, gate);
    if (unapproved.length > 0) warnOn(stack, () => [this.waitingText(wave, unapproved)]);
  }

  /** That a wave is approved before an earlier one. The approval may have come first. */
  private waitingText(
    { name, approval: { target } }: WaveGateProps['wave'],
    unapproved: readonly UnapprovedWave[],
  ): string {
    const { text, isOne } = comingBefore(unapproved.map((each) => each.name));
    const names = unapproved.flatMap((each) => each.zones.map((zone) => zone.name));
    const others = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} others` : '';
    const zones = `${names.slice(0, MOST_LISTED).join(', ')}${others}`;
    const first = unapproved[0]?.name;
    return (
      `Wave ${name} is approved for ${target}, but ${text}, ${isOne ? 'is' : 'are'} not. While a zone of ${name} has not ` +
      `begun, the plan of ${name} fails until these zones have reached ${target}: ${zones}. Approve ` +
      `${isOne ? 'that wave' : 'those waves'} (zonewright migration approve --wave ${first} --approvals ` +
      `${this.props.approvals} with its other options), or leave these zones out of it with --leave-out ZONE=REASON.`
    );
  }

  private migrate(stack: TerraformStack, { zone, target, digest }: MigratingZone, gate: WaveGate): void {
    const migration = new ManagedRulesMigration(zoneScope(stack, zone.name), 'migration', {
      ...this.props.migration?.(zone),
      zoneId: zone.id,
      targetState: target,
      approvedDigest: digest ?? NO_RULES,
      ...(target === 'finished' && { acknowledgeIrreversible: zone.id }),
      onIncompatible: 'skip',
      dependsOn: [gate],
    });
    this.migrations.set(zone.name, migration);
  }

  /** A wave that is not approved changes nothing. */
  private wait(stack: TerraformStack, { name }: ApprovedWave, later: readonly ApprovedWave[]): void {
    const waiting = later.filter(isApproved).map((wave) => wave.name);
    const text =
      `Wave ${name} waits for approval, and its stack changes nothing. To approve it, run zonewright migration survey, ` +
      `then zonewright migration approve --wave ${name} --approvals ${this.props.approvals} with its other options, ` +
      `and commit the file.${
        waiting.length === 0
          ? ''
          : ` Zones of ${waiting.join(' and ')} that have not begun wait for it, although they are approved.`
      }`;
    new TerraformOutput(stack, 'waits_for', { value: literal(text) });
    Annotations.of(stack).addInfo(text);
  }
}

/** Lists the zones that do not migrate with their wave, and those that skip validation, in outputs and in the manifest. */
function list(stack: TerraformStack, wave: ApprovedWave): void {
  const { leftOut, notApproved, migrating } = wave;
  new TerraformOutput(stack, 'left_out', {
    value: Object.fromEntries(leftOut.map(({ name, reason }) => [literal(name), literal(reason)])),
  });
  new TerraformOutput(stack, 'not_approved', { value: notApproved.map(literal) });
  const skipping = migrating.flatMap(({ zone, skipsValidation: reason }) =>
    reason === undefined ? [] : [[literal(zone.name), literal(reason)]],
  );
  if (skipping.length > 0)
    new TerraformOutput(stack, 'skips_validation', { value: Object.fromEntries(skipping) as object });
  if (leftOut.length > 0)
    Annotations.of(stack).addInfo(
      `Left out of wave ${wave.name}: ${leftOut.map(({ name, reason }) => `${name} (${reason})`).join('; ')}.`,
    );
  if (notApproved.length > 0 && wave.approval)
    Annotations.of(stack).addInfo(
      `Not approved in wave ${wave.name}: ${notApproved.join(', ')}. Approve the wave again to include them.`,
    );
}

function isApproved(wave: ApprovedWave): wave is WaveGateProps['wave'] {
  return wave.approval !== undefined;
}

function checkSettings(rollout: MigrationRollout, props: MigrationRolloutProps): void {
  const { zones, stopAfterFailures = 1, recordIn = 'terraform_data' } = props;
  const fail = (code: string, message: string): never => {
    throw new CompositionError(code, rollout, message);
  };
  if (zones.zones.length === 0)
    fail('rollout_empty', 'The rollout has no zones: no stack would be synthesized.');
  if (!Number.isInteger(stopAfterFailures) || stopAfterFailures < 1)
    fail(
      'stop_after_failures',
      `stopAfterFailures is ${stopAfterFailures}: the number of zones is a whole number from 1 on.`,
    );
  if (recordIn !== 'null_resource' && recordIn !== 'terraform_data')
    fail('record_in', `recordIn is ${JSON.stringify(recordIn)}: write "terraform_data" or "null_resource".`);
}
