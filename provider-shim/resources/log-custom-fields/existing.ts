import { logCustomFieldsSchema, type Problem } from '../../../schema';
import type { Ruleset } from '../../api';
import { importBlock, waysToForget } from '../../framework';
import { listDifferences, listFields, type Fields } from './fields';
import { fieldsOf } from './rule';

/**
 * Refuses to overwrite fields that others made, and offers the ways on.
 *
 * @param zone here and below, as `zoneInMessages` has it
 */
export function refuseExisting(zone: string, zoneId: string, existing: Fields, folder: string): Problem {
  return {
    code: 'fields_exist',
    path: ['zone_id'],
    message: `Zone ${zone} already has custom log fields: ${listFields(existing)}.`,
    hint: [
      'They stay as they are. To manage them here, add this block to the root module and plan again; the plan then shows what your configuration changes:',
      '',
      importBlock(logCustomFieldsSchema.type, zoneId, folder),
      '',
      'Or set on_existing = "adopt": the next plan shows before and after, and apply takes the fields over.',
      'If this configuration made them:',
      '- for a renamed resource write a moved block',
      '- for a tainted one run terraform untaint',
      '- with create_before_destroy set on_existing = "adopt", because old and new share the list of the zone',
      '- where two resources exchange their zones, exchange their addresses with terraform state mv through a third name, or set on_existing = "adopt" on both',
    ].join('\n'),
  };
}

/** Announces what taking over will change. */
export function announceAdoption(
  zone: string,
  existing: Fields,
  planned: Fields | undefined,
  ruleset: Ruleset | undefined,
): Problem {
  return {
    code: 'fields_adopted',
    path: ['on_existing'],
    message: `Custom log fields that zone ${zone} has already will be taken over.`,
    hint: [
      `Before: ${listFields(existing)}`,
      `After:  ${planned ? listFields(planned) : 'known after apply'}`,
      '',
      ...(planned ? [...listDifferences(existing, planned), ''] : []),
      ...(ruleset && ruleset.rules.length > 1 ? [...listRules(ruleset), ''] : []),
      'If apply ends with "inconsistent final plan", these fields changed after this plan was made: what others changed was not overwritten, plan again.',
    ].join('\n'),
  };
}

/** Tells that the zone has exactly what is to be made. */
export function announceSame(zone: string, existing: Fields): Problem {
  return {
    code: 'fields_same',
    path: ['zone_id'],
    message: `Zone ${zone} already has exactly these custom log fields: ${listFields(existing)}.`,
    hint:
      'Apply takes them over: it writes their rule anew, and a destroy of this resource deletes it. (If this plan also ' +
      'destroys the object that has them, they are made anew.)',
  };
}

/** Refuses to overwrite or take away what the plan did not show. */
export function changedSincePlan(zone: string, existing: Fields | undefined): Problem {
  const now = existing ? listFields(existing) : 'there are none any more';
  return {
    code: 'fields_changed_since_plan',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zone} changed since the plan was made: ${now}.`,
    hint: 'They were left as they are. Plan again: the new plan shows what would change now.',
  };
}

/**
 * Says what may happen to fields that the zone has, where this plan cannot look at them.
 *
 * @param unknown what is known after apply only
 */
export function announceUnseen(
  unknown: 'zone' | "provider's configuration" | 'value of on_existing',
): Problem {
  return {
    code: 'fields_unseen',
    path: ['on_existing'],
    message: `The ${unknown} is not known yet, so this plan cannot show which custom log fields will be taken over.`,
    hint:
      'If the zone has fields already, apply overwrites them; taken_over and adopted tell it afterwards. Apply what the ' +
      `${unknown} comes from first (-target) to see them in a plan, or set on_existing = "refuse".`,
  };
}

/** Tells that a change overwrites what another object of Zonewright wrote. */
export function writtenByAnother(zoneId: string, existing: Fields): Problem {
  return {
    code: 'fields_written_by_another',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zoneId} were last written by another resource of Zonewright, and apply overwrites them.`,
    hint:
      `It wrote ${listFields(existing)}. If that resource is in another Terraform state, both states declare one zone, and each ` +
      `apply overwrites the other's list. Keep the zone in one of them. To remove it from this one, ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}

/** Tells that a destroy takes away what the zone had before, too. */
export function takenOverIsDeleted(zoneId: string, adopted: Fields | null): Problem {
  const before = adopted
    ? `Before the take-over the zone had ${listFields(adopted)}; a destroy does not put that back. To put it back, declare it and apply. `
    : '';
  return {
    code: 'fields_taken_over_deleted',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zoneId} were taken over from somebody else, and this plan deletes them.`,
    hint: `${before}(If another resource of this plan declares the zone, its fields stay.) To stop managing the fields and leave them as they are, ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}

/** Tells that a destroy takes away what somebody else changed. */
export function changedIsDeleted(zone: string, now: Fields): Problem {
  return {
    code: 'fields_changed_deleted',
    path: ['zone_id'],
    message: `Somebody else changed the custom log fields of zone ${zone} since the last apply, and this plan deletes them as they are now.`,
    hint: `The zone has ${listFields(now)}. To stop managing the fields and leave them, ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}

/** Tells that a destroy left the zone as it is. */
export function belongToAnother(zone: string, existing: Fields): Problem {
  return {
    code: 'fields_of_another',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zone} stay: their rule is not the one that this resource wrote.`,
    hint:
      `The zone has ${listFields(existing)}. Another resource, another state or somebody else wrote that rule, so this ` +
      'resource left the state and nothing was deleted. If nobody needs these fields any more, delete the rule at the ' +
      'service, or import the zone and destroy that.',
  };
}

/** Tells of fields that a destroy left because others wrote them beside those of this resource. */
export function othersStay(zone: string, others: Fields): Problem {
  return {
    code: 'fields_others_stay',
    path: ['zone_id'],
    message: `Zone ${zone} still has custom log fields: ${listFields(others)}.`,
    hint: 'Others wrote them, in rules of their own. Only the rule of this resource was deleted.',
  };
}

/** Tells that the service would not delete a rule. */
export function notDeleted(zone: string, ruleId: string): Problem {
  return {
    code: 'fields_not_deleted',
    path: ['zone_id'],
    message: `Rule ${ruleId} of zone ${zone} is still there: the service answers that there is no such rule, and lists it.`,
    hint: 'The service may not offer the deletion of a single rule. Check that base_url is the address of the zone service, version 4.',
  };
}

/** Tells of several rules where this resource has one. */
export function severalRules(zone: string, ruleset: Ruleset): Problem {
  return {
    code: 'fields_several_rules',
    path: [],
    message: `The custom log fields of zone ${zone} stand in ${ruleset.rules.length} rules.`,
    hint: [
      'The enabled ones are shown together. The next change made here joins them in one rule; disabled ones stay as they are:',
      ...listRules(ruleset),
    ].join('\n'),
  };
}

function listRules(ruleset: Ruleset): readonly string[] {
  return ruleset.rules.map((rule, index) => {
    const fields = fieldsOf({ ...ruleset, rules: [rule] });
    return `rule ${index + 1}: ${fields ? listFields(fields) : 'none'}`;
  });
}

export function importIdMalformed(id: string): Problem {
  return {
    code: 'import_id_malformed',
    path: [],
    message: `The import id ${JSON.stringify(id)} is not a zone id.`,
    hint: 'Custom log fields are imported by their zone: 32 lower-case hexadecimal digits, and nothing else.',
  };
}

export function nothingToImport(zone: string): Problem {
  return {
    code: 'nothing_to_import',
    path: [],
    message: `Zone ${zone} has no custom log fields, so there is nothing to import.`,
    hint: 'Leave the import out (remove its import block): the next apply makes the fields.',
  };
}
