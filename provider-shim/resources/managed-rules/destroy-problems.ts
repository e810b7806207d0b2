import { managedRulesSchema, type DescribedEntryPoint, type Problem } from '../../../schema';
import { waysToForget } from '../../sdk/framework';
import { listed } from '../messages';
import { listChanges } from './changed-by-others';
import type { State } from './state';

/**
 * Warns that a destroy also deletes what the zone had before.
 *
 * @param zone here and below, as `zoneInMessages` returns it
 */
export function takenOverIsDeleted(zone: string): Problem {
  return {
    code: 'managed_rules_taken_over_deleted',
    path: ['zone_id'],
    message: `This plan deletes the managed rules of zone ${zone}, which this resource took over from somebody else.`,
    hint:
      'A destroy does not restore what the zone had before; the attribute adopted has it, where rules were replaced. (If ' +
      'another resource of this plan declares the zone, its rules stay.) To stop managing the rules and leave them as ' +
      `they are, ${waysToForget(managedRulesSchema.type)}`,
  };
}

/** Warns that a destroy deletes what somebody else changed. */
export function changedIsDeleted(zone: string, state: State, now: DescribedEntryPoint): Problem {
  return {
    code: 'managed_rules_changed_deleted',
    path: ['zone_id'],
    message: `Somebody else changed the managed rules of zone ${zone} since the last apply, and this plan deletes this resource's rules as they are now.`,
    hint: [
      ...listChanges(state, now),
      '',
      `Rules that others added stay. To stop managing the rules and leave them, ${waysToForget(managedRulesSchema.type)}`,
    ].join('\n'),
  };
}

/** Reports that a destroy left the zone as it is. */
export function belongToAnother(zone: string): Problem {
  return {
    code: 'managed_rules_of_another',
    path: ['zone_id'],
    message: `The managed rules of zone ${zone} stay: this resource did not write them.`,
    hint:
      'Another resource, another state or somebody else wrote them, so the resource was removed from the state and nothing ' +
      'was deleted. If nobody needs these rules, delete them at the service, or import the zone and destroy that.',
  };
}

/** Reports rules that a destroy left because others wrote them beside those of this resource. */
export function othersStay(zone: string, left: readonly string[]): Problem {
  return {
    code: 'managed_rules_others_stay',
    path: ['zone_id'],
    message: `Zone ${zone} still has managed rules.`,
    hint: `${listed(left)}\nOthers wrote them. Only the rules of this resource were deleted.`,
  };
}
