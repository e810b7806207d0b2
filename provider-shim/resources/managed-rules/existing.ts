import { managedRulesSchema, type ManagedRules, type Problem } from '../../../schema';
import { importBlock, waysToForget } from '../../framework';
import { createInstead, importIdMalformed } from '../import-id';
import { listed } from '../messages';
import { listDifferences, listRules } from './rules';
import type { OtherRule } from './state';

/**
 * Refuses to replace rules that others made, and offers the alternatives.
 *
 * @param zone here and below, as `zoneInMessages` returns it
 */
export function refuseExisting(
  zone: string,
  zoneId: string,
  existing: ManagedRules,
  folder: string,
): Problem {
  return {
    code: 'managed_rules_exist',
    path: ['zone_id'],
    message: `Zone ${zone} already has managed rules.`,
    hint: [
      ...listRules(existing).map((line) => `  ${line}`),
      '',
      'Nothing was changed. To manage them here, add this block to the root module and plan again; the plan then shows what your configuration changes:',
      '',
      importBlock(managedRulesSchema.type, zoneId, folder),
      '',
      'Or set on_existing = "adopt": the next plan shows before and after, and apply replaces the rules.',
      'If this configuration created them:',
      '- after a rename, add a moved block',
      '- if the resource is tainted, run terraform untaint',
      '- with create_before_destroy, set on_existing = "adopt", because old and new share the rules of the zone',
    ].join('\n'),
  };
}

/** Announces what taking over will change. @param planned undefined while it is not known */
export function announceAdoption(
  zone: string,
  existing: ManagedRules,
  planned: ManagedRules | undefined,
): Problem {
  return {
    code: 'managed_rules_adopted',
    path: ['on_existing'],
    message: `Apply replaces the managed rules that zone ${zone} already has.`,
    hint: [
      'Before:',
      ...listRules(existing).map((line) => `  ${line}`),
      ...(planned
        ? ['After:', ...listRules(planned).map((line) => `  ${line}`)]
        : ['After: known after apply']),
      '',
      'The rules get new ids. To keep the ids, import the zone instead.',
      'If apply fails with "inconsistent final plan", somebody changed these rules after this plan; their change was not overwritten. Plan again.',
    ].join('\n'),
  };
}

/** Announces that the zone already has exactly the planned rules. */
export function announceSame(zone: string): Problem {
  return {
    code: 'managed_rules_same',
    path: ['zone_id'],
    message: `Zone ${zone} already has exactly these managed rules.`,
    hint:
      'Apply takes them over: it writes them again, with new ids, and destroying this resource deletes them. To keep the ' +
      'ids, import the zone instead. (If this plan also destroys the object that has them, apply creates them again.)',
  };
}

/** Refuses to overwrite or delete what the plan did not show. @param existing undefined when there are none */
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

/** Announces what may happen to existing rules when this plan cannot read them. @param unknown what is known only after apply */
export function announceUnseen(
  unknown: 'zone' | "provider's configuration" | 'value of on_existing',
): Problem {
  return {
    code: 'managed_rules_unseen',
    path: ['on_existing'],
    message: `The ${unknown} is not known yet, so this plan cannot show which managed rules will be replaced.`,
    hint:
      'If the zone already has managed rules, apply replaces them; taken_over and adopted show it afterwards. To see them in ' +
      `a plan, first apply what the ${unknown} comes from (-target), or set on_existing = "refuse".`,
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

/** Warns that a destroy also deletes what the zone had before. */
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
export function changedIsDeleted(zone: string, state: ManagedRules, now: ManagedRules): Problem {
  return {
    code: 'managed_rules_changed_deleted',
    path: ['zone_id'],
    message: `Somebody else changed the managed rules of zone ${zone} since the last apply, and this plan deletes this resource's rules as they are now.`,
    hint: [
      ...listDifferences(state, now).map((line) => `  ${line}`),
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

/** Refuses an import id that is more than a zone's, or none. */
export function rulesIdMalformed(id: string): Problem {
  return importIdMalformed(
    id,
    'a zone id',
    'Import managed rules by the id of their zone, such as "023e105f4ecef8ad9ca31a8372d0c353": 32 hexadecimal digits.',
  );
}

export function nothingToImport(zone: string, isMoved: boolean): Problem {
  return {
    code: 'nothing_to_import',
    path: [],
    message: `Zone ${zone} has no managed rules that zone_managed_rules can express, so there is nothing to import.`,
    hint: createInstead(isMoved, 'the rules'),
  };
}
