import { approvedWaves, type ApprovedWave } from '../../lib/rollout/approved-waves';
import type { RolloutWave } from '../../lib/rollout/rollout-waves';
import type { WaveApproval } from '../../lib/rollout/wave-approvals';
import {
  comingBefore,
  hasReached,
  isAtLeast,
  unapprovedWaves,
  waveBefore,
} from '../../lib/rollout/wave-order';
import { oneLine } from '../review/phrase';
import type { Survey } from './survey-model';
import { namesInWords } from './survey-terminal';

/** The names of the earlier waves that are not approved for the target of an approval. */
export function unapprovedBefore(
  { wave, target }: WaveApproval,
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
): readonly string[] {
  return unapprovedWaves(wavesUntil(wave, waves, approvals), target).map(({ name }) => name);
}

/** That a wave is approved before others. @param unapproved the names of these */
export function outOfOrder({ wave, target }: WaveApproval, unapproved: readonly string[]): string {
  const { text, isOne } = comingBefore(unapproved.map(oneLine));
  return `${oneLine(wave)} is approved for ${target}, but ${text}, ${isOne ? 'is' : 'are'} not`;
}

/** The waves before a wave, with their approvals. */
function wavesUntil(
  wave: string,
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
): readonly ApprovedWave[] {
  const place = waves.findIndex(({ name }) => name === wave);
  return approvedWaves(waves.slice(0, place), approvals);
}

/**
 * What the wave of a new approval waits for, as far as the survey knows. Its gate looks at the service itself, which may
 * have gone on.
 */
export function notesOfEarlierWaves(
  approval: WaveApproval,
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
  survey: Survey,
): readonly string[] {
  const { wave, target } = approval;
  const unapproved = unapprovedBefore(approval, waves, approvals);
  const before = waveBefore(wavesUntil(wave, waves, approvals), target);
  const approved = before?.migrating.filter((zone) => isAtLeast(zone.target, target)) ?? [];
  const states = new Map(survey.zones.map(({ id, state }) => [id, state]));
  const open = approved.filter(({ zone: { id } }) => {
    const state = states.get(id) ?? undefined;
    return state !== undefined && !hasReached(state, target);
  });
  return [
    ...(unapproved.length === 0
      ? []
      : [
          `${outOfOrder(approval, unapproved)}. While a zone of ${oneLine(wave)} has not begun, its plan fails until ` +
            `the zones of ${unapproved.map(oneLine).join(' and ')} have reached ${target}.`,
        ]),
    ...(open.length === 0
      ? []
      : [
          `according to the survey, ${open.length} of ${approved.length} zones of the wave before, ` +
            `${oneLine(before?.name ?? '')}, are not ${target === 'finished' ? 'finished' : 'in validation'}: ` +
            `${namesInWords(open.map(({ zone: { name } }) => name))}. The plan of ${oneLine(wave)} fails until they are.`,
        ]),
  ];
}
