import { MIGRATION_STATES, type MigrationState } from '../../schema';
import type { IdentifiedZone } from '../fleet/fleet-zone';
import type { ApprovedWave } from './approved-waves';
import type { WaveApproval } from './wave-approvals';

type Target = WaveApproval['target'];

const REACHED: Readonly<Record<Target, readonly MigrationState[]>> = {
  validation: ['validation', 'finishing', 'finished'],
  finished: ['finished'],
};

/** Whether a zone in a state has reached a target. */
export function hasReached(state: MigrationState, target: Target): boolean {
  return REACHED[target].includes(state);
}

/** The states in which a zone has reached a target, or certainly will: one that is finishing can no longer stop. */
export function statesOnTheWayTo(target: Target): readonly MigrationState[] {
  return MIGRATION_STATES.filter((state) => state === 'finishing' || hasReached(state, target));
}

/** Whether a target is another one, or beyond it. */
export function isAtLeast(target: Target, other: Target): boolean {
  return target === other || target === 'finished';
}

/**
 * The wave that has to reach a target before the next one may begin: the nearest one with a zone that was approved for
 * the target.
 *
 * @param earlier the waves before the next one, in their order
 */
export function waveBefore(earlier: readonly ApprovedWave[], target: Target): ApprovedWave | undefined {
  return earlier.findLast(({ migrating }) => migrating.some((zone) => isAtLeast(zone.target, target)));
}

/** A wave that nobody has approved for a target, and its zones that nobody has left out. */
export interface UnapprovedWave {
  readonly name: string;
  readonly zones: readonly IdentifiedZone[];
}

/**
 * The earlier waves that are not approved for a target. A later wave that is approved nevertheless waits for their zones:
 * for example, the inventory got a zone of a wave that had none when the later wave was approved.
 *
 * @param earlier the waves before the later one, in their order
 */
export function unapprovedWaves(earlier: readonly ApprovedWave[], target: Target): readonly UnapprovedWave[] {
  return earlier
    .filter(({ approval }) => approval === undefined || !isAtLeast(approval.target, target))
    .map(({ name, zones, leftOutByPerson }) => ({
      name,
      zones: zones.filter(({ id }) => !leftOutByPerson.has(id)),
    }))
    .filter(({ zones }) => zones.length > 0);
}

/** `canary and early, which come before it`, and whether they are several. */
export function comingBefore(waves: readonly string[]): { readonly text: string; readonly isOne: boolean } {
  const isOne = waves.length === 1;
  return { text: `${waves.join(' and ')}, which ${isOne ? 'comes' : 'come'} before it`, isOne };
}
