import { reviewPlans } from '../../../cli/review/review-plans';
import { judge } from '../../policies/compiled-policies';
import { inputOf } from '../../review/recorded-plans';
import type { Effect } from './effects';

/** What happened at the service that the review of the saved plan, or the policies on it, do not tell. */
export function untold(plan: unknown, effects: readonly Effect[]): readonly string[] {
  const { changes } = reviewPlans([inputOf(plan, 'stack')], []);
  const isDenied = judge(plan, { max_finish: 0 }).deny.some(({ policy }) => policy === 'max_finish');
  return effects.flatMap((effect) => {
    const { zoneId, what } = effect;
    // A replacement in another zone tells with the change of zone_id which one it leaves.
    const ofZone = changes.filter(
      ({ zone, kind, attributes }) =>
        kind !== 'move' &&
        (zone?.id === zoneId ||
          attributes?.some(({ path, before }) => path === 'zone_id' && before === zoneId)),
    );
    if (ofZone.length === 0) return [`${what} in ${zoneId}, and the review has no change of the zone`];
    if (what !== 'migration' || effect.before === 'finishing') return [];
    const isFinish = effect.after !== 'validation';
    const isTold = ofZone.some(
      ({ kind, migration }) =>
        kind === 'one-way' && migration?.irreversible === isFinish && (isFinish || migration.step !== ''),
    );
    if (!isTold)
      return [`${zoneId} went from ${effect.before} to ${effect.after}, and the review does not say so`];
    return isFinish && !isDenied ? [`${zoneId} was finished, and max_finish = 0 does not deny the plan`] : [];
  });
}
