import { reviewPlans } from '../../../cli/review/review-plans';
import { inputOf } from '../../review/recorded-plans';
import type { Effect } from './effects';

/** What happened at the service that the review of the saved plan does not tell. */
export function untold(plan: unknown, effects: readonly Effect[]): readonly string[] {
  const { rows } = reviewPlans([inputOf(plan, 'stack')], []);
  return effects.flatMap((effect) => {
    const { zoneId, what } = effect;
    // A replacement in another zone tells with the change of zone_id which one it leaves.
    const ofZone = rows.filter(
      ({ action, rank, zone, details }) =>
        action !== null &&
        rank !== 'moves' &&
        (zone?.id === zoneId || details.some((each) => each.startsWith(`zone_id: "${zoneId}" →`))),
    );
    if (ofZone.length === 0) return [`${what} in ${zoneId}, and the review has no change of the zone`];
    if (what !== 'migration' || effect.before === 'finishing') return [];
    const mark = effect.after === 'validation' ? 'validates' : 'finishes';
    const isTold = ofZone.some(({ rank }) => rank === mark);
    return isTold
      ? []
      : [`${zoneId} went from ${effect.before} to ${effect.after}, and the review does not say so`];
  });
}
