import { InventoryError, type IdentifiedZone } from '../fleet/fleet-zone';
import { approvalProblems, nameProblems } from './approval-problems';
import type { RolloutWave } from './rollout-waves';
import { isByPerson, type WaveApproval, type ZoneLeftOut } from './wave-approvals';

/** A zone that was approved, and how far it may go. */
export interface MigratingZone {
  readonly zone: IdentifiedZone;
  readonly target: WaveApproval['target'];
  /** The digest of the rules that may be saved; null if none may be, because the zone had finished already. */
  readonly digest: string | null;
  /** Why it finishes without the validation that it could have first. */
  readonly skipsValidation: string | undefined;
}

/** A wave with what was approved of it. */
export interface ApprovedWave {
  readonly name: string;
  /** The approval that counts: that of `finished`, if there are two. None: the wave waits. */
  readonly approval: WaveApproval | undefined;
  /** All of its zones, in the order of the inventory. */
  readonly zones: readonly IdentifiedZone[];
  /**
   * The zones that may migrate, in the order of the inventory. One that is approved to validate, and not to finish, goes on
   * validating: without it, the migration that has begun would be destroyed.
   */
  readonly migrating: readonly MigratingZone[];
  /** The zones that the approval leaves out, with the reason. */
  readonly leftOut: readonly ZoneLeftOut[];
  /** The ids of those among them that a person has left out, whatever a survey shows. */
  readonly leftOutByPerson: ReadonlySet<string>;
  /** The names of zones of which the approval says nothing: they came into the wave after it. */
  readonly notApproved: readonly string[];
}

/**
 * Compares approvals with the waves that they are for.
 *
 * @throws InventoryError with everything in the approvals that these waves contradict
 */
export function checkApprovals(waves: readonly RolloutWave[], approvals: readonly WaveApproval[]): void {
  const problems = [...approvalProblems(waves, approvals), ...nameProblems(waves, approvals)];
  if (problems.length > 0) throw new InventoryError(problems, 'The file of approvals');
}

/** The waves with their approvals. */
export function approvedWaves(
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
): readonly ApprovedWave[] {
  return waves.map((wave) => approvedWave(wave, approvals));
}

function approvedWave({ name, zones }: RolloutWave, approvals: readonly WaveApproval[]): ApprovedWave {
  const [validation, finished] = (['validation', 'finished'] as const).map((target) =>
    approvals.find((approval) => approval.wave === name && approval.target === target),
  );
  const approval = finished ?? validation;
  const ofWave = [finished, validation].filter((one) => one !== undefined);
  const leftOut = zones.flatMap(({ id, name: zone }) => {
    const reason = approval?.leftOut[id]?.reason;
    return reason === undefined ? [] : [{ name: zone, reason }];
  });
  const byPerson = Object.entries(approval?.leftOut ?? {}).filter(([, zone]) => isByPerson(zone));
  return {
    name,
    approval,
    zones,
    migrating: zones.flatMap((zone) => {
      const by = ofWave.find(({ zones: approved }) => zone.id in approved);
      const approved = by?.zones[zone.id];
      if (by === undefined || approved === undefined) return [];
      const { digest, skips_validation: skipsValidation } = approved;
      return [{ zone, target: by.target, digest, skipsValidation }];
    }),
    leftOut,
    leftOutByPerson: new Set(byPerson.map(([id]) => id)),
    notApproved: zones
      .filter(({ id }) => !(approval && (id in approval.zones || id in approval.leftOut)))
      .map(({ name: zone }) => zone),
  };
}
