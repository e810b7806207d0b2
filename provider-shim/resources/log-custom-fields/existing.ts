import { logCustomFieldsSchema, type Problem } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import { waysToForget } from '../../sdk/framework';
import { createInstead, importIdMalformed } from '../import-id';
import { listed } from '../messages';
import { listDifferences, listFields, staysWith, type Fields } from './fields';
import { fieldsOf } from './rule';

/**
 * Refuses a replacement whose second half would find fields of others, after the first one has deleted those of the object.
 *
 * @param zone here and below, as `zoneInMessages` returns it
 */
export function othersInTheWay(zone: string, staying: Fields): Problem {
  return {
    code: 'fields_of_others_in_the_way',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zone} cannot be replaced: beside them is a rule that this resource did not write.`,
    hint:
      `It logs ${listFields(staying)}. A replacement deletes the rule of this resource, and would not create it again beside that one. ` +
      'Apply without -replace (or untaint the resource): an update merges the rules. Or set on_existing = "adopt": the ' +
      'plan then shows what is taken over.',
  };
}

/** Announces what taking over will change. */
export function announceAdoption(
  zone: string,
  existing: Fields,
  planned: Fields | undefined,
  ruleset: Ruleset | undefined,
): Problem {
  const stays = staysWith(planned ?? existing, existing);
  const further = existing.further ?? [];
  return {
    code: 'fields_adopted',
    path: ['on_existing'],
    message: `Apply takes over the custom log fields that zone ${zone} already has.`,
    hint: [
      `Before: ${listFields(existing)}`,
      `After:  ${planned ? listFields(planned) : 'known after apply'}`,
      '',
      ...further.map((one) => `${stays(one) ? 'stays' : 'goes'}: ${one} (not managed here)`),
      ...(planned ? [...listDifferences(existing, planned), ''] : []),
      ...(ruleset && ruleset.rules.length > 1 ? [...listRules(ruleset), ''] : []),
      'If apply fails with "inconsistent final plan", somebody changed these fields after this plan; their change was not overwritten. Plan again.',
    ].join('\n'),
  };
}

/** Announces that the zone already has exactly the planned fields. */
export function announceSame(zone: string, existing: Fields): Problem {
  return {
    code: 'fields_same',
    path: ['zone_id'],
    message: `Zone ${zone} already has exactly these custom log fields: ${listFields(existing)}.`,
    hint:
      'Apply takes them over with all of this: it rewrites their rule, and destroying this resource deletes it. (If this ' +
      'plan also destroys the object that has them, apply creates them again.)',
  };
}

/** Refuses to overwrite or delete what the plan did not show. */
export function changedSincePlan(zone: string, existing: Fields | undefined): Problem {
  const now = existing ? listFields(existing) : 'there are none now';
  return {
    code: 'fields_changed_since_plan',
    path: ['zone_id'],
    message: `The custom log fields of zone ${zone} changed since this plan was made: ${now}.`,
    hint: 'They were left as they are. Plan again: the new plan shows what would change now.',
  };
}

/** Warns that a destroy also deletes what others set in the rule. */
export function furtherIsDeleted(zone: string, further: readonly string[]): Problem {
  return {
    code: 'fields_further_deleted',
    path: ['zone_id'],
    message: `This plan deletes the rule of the custom log fields of zone ${zone} with what this resource does not manage.`,
    hint: `${listed(further.map((one) => `goes: ${one}`))}\nTo leave it, stop managing the fields: ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}

/**
 * Reports several rules where this resource has one.
 *
 * @param effective the rules that make up the fields
 */
export function severalRules(zone: string, ruleset: Ruleset, effective: readonly Rule[]): Problem {
  return {
    code: 'fields_several_rules',
    path: [],
    message: `The custom log fields of zone ${zone} are in ${effective.length} rules.`,
    hint: [
      'The state has them together. The next apply that changes them writes them as one rule:',
      ...listRules({ ...ruleset, rules: effective }),
      ...(ruleset.rules.length > effective.length ? ['Disabled rules beside them stay as they are.'] : []),
    ].join('\n'),
  };
}

function listRules(ruleset: Ruleset): readonly string[] {
  return ruleset.rules.map((rule, index) => {
    const fields = fieldsOf({ ...ruleset, rules: [rule] });
    return `rule ${index + 1}: ${fields ? listFields(fields) : 'none'}`;
  });
}

export function fieldsIdMalformed(id: string): Problem {
  return importIdMalformed(
    id,
    'a zone id',
    'Import custom log fields by the id of their zone, such as "023e105f4ecef8ad9ca31a8372d0c353": 32 hexadecimal ' +
      'digits. The id of their ruleset may follow: "<zone id>/<ruleset id>".',
  );
}

export function nothingToImport(zone: string, isMoved: boolean): Problem {
  return {
    code: 'nothing_to_import',
    path: [],
    message: `Zone ${zone} has no custom log fields, so there is nothing to import.`,
    hint: createInstead(isMoved, 'the fields'),
  };
}

/** Refuses an import of a ruleset that does not hold the fields. */
export function otherRuleset(zone: string, rulesetId: string, ruleset: Ruleset): Problem {
  return {
    code: 'import_of_other_ruleset',
    path: [],
    message: `Ruleset ${rulesetId} does not hold the custom log fields of zone ${zone}: ruleset ${ruleset.id} does.`,
    hint: 'Check that the ruleset is of this zone. To import the fields that the zone has, give the id of the zone alone.',
  };
}
