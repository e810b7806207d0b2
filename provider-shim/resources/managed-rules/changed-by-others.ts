import { managedRulesSchema, type ManagedRules, type Problem } from '../../../schema';
import { waysToForget } from '../../framework';
import { listed } from '../messages';
import { listDifferences } from './rules';
import type { OtherRule } from './state';

/**
 * Refuses to overwrite or delete what the plan did not show.
 *
 * @param zone here and below, as `zoneInMessages` returns it
 * @param existing undefined when there are none
 */
export function changedSincePlan(
  zone: string,
  planned: ManagedRules,
  existing: ManagedRules | undefined,
): Problem {
  const now = existing
    ? listDifferences(planned, existing).map((line) => `  ${line}`)
    : ['  There are none now.'];
  return {
    code: 'managed_rules_changed_since_plan',
    path: ['zone_id'],
    message: `The managed rules of zone ${zone} changed since this plan was made.`,
    hint: [
      'The zone has now, compared with what the plan was made for:',
      ...now,
      '',
      'They were left as they are. Plan again: the new plan shows what would change now.',
    ].join('\n'),
  };
}

/** Warns that a change overwrites what another object of Zonewright wrote. */
export function writtenByAnother(zone: string): Problem {
  return {
    code: 'managed_rules_written_by_another',
    path: ['zone_id'],
    message: `Another Zonewright resource last wrote the managed rules of zone ${zone}, and apply overwrites them.`,
    hint:
      'If that resource is in another Terraform state, both states declare this zone, and each apply overwrites what the ' +
      `other has. Keep the zone in one state. To remove it from this one, ${waysToForget(managedRulesSchema.type)}`,
  };
}

/** Reports rules that cannot be expressed and stay. */
export function othersStayUnchanged(zone: string, others: readonly OtherRule[]): Problem {
  return {
    code: 'managed_rules_others_kept',
    path: ['other_rules'],
    message: `Zone ${zone} has managed rules that zone_managed_rules cannot express. They stay as they are.`,
    hint: `${listed(others.map(({ id, reason }) => `${id}: ${reason}`))}\nThey are in other_rules.`,
  };
}
