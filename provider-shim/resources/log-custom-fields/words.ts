import { logCustomFieldsSchema, PHASE_LOG_CUSTOM_FIELDS, type Explanation } from '../../../schema';
import type { Rule } from '../../api';
import { waysToForget } from '../../sdk/framework';
import { createInstead, importIdMalformed } from '../import-id';
import { listed } from '../messages';
import type { Words } from '../rule-list/kind';
import type { ZoneList } from '../rule-list/words';
import { listDifferences, listFields, type Fields } from './fields';
import { fieldsOf } from './rule';

/** The custom log fields of a zone, for messages. */
export const FIELDS: ZoneList = {
  phase: PHASE_LOG_CUSTOM_FIELDS,
  type: logCustomFieldsSchema.type,
  code: 'fields',
  what: 'custom log fields',
  part: 'fields',
  own: 'their rule',
};

/** What messages say of the custom log fields of a zone. */
export const fieldsWords: Words<Fields> = {
  said: listFields,

  left(rules) {
    const fields = fieldsOf(rules);
    return fields && listFields(fields);
  },

  declaredTwice(zone, { one, other }) {
    const said = (fields: Fields | 'unknown'): string =>
      fields === 'unknown' ? 'names that are known after apply' : listFields(fields);
    return {
      path: ['zone_id'],
      message: `Two resources of this configuration declare the custom log fields of zone ${zone}.`,
      hint:
        `One has ${said(one)}; the other has ${said(other)}. A zone has one list, so each apply would ` +
        'overwrite one with the other. Keep one resource that has all names.\n' +
        `To remove the other without touching the zone, ${waysToForget(logCustomFieldsSchema.type)}`,
    };
  },

  becomeItsOwn: (ofAnother) =>
    'apply rewrites their rule, and destroying the resource deletes it.' +
    (ofAnother
      ? ' Another zone_log_custom_fields object wrote them. If this plan replaces or destroys it, they are there in the end.'
      : ''),

  othersInTheWay: (zone, staying) => ({
    path: ['zone_id'],
    message: `The custom log fields of zone ${zone} cannot be replaced: beside them is a rule that this resource did not write.`,
    hint:
      `It logs ${listFields(staying)}. A replacement deletes the rule of this resource, and would not create it again beside that one. ` +
      'Apply without -replace (or untaint the resource; after a rename, add a moved block): an update merges the rules.',
  }),

  changedSincePlan(zone, _before, existing) {
    const now = existing ? listFields(existing) : 'there are none now';
    return {
      path: ['zone_id'],
      message: `The custom log fields of zone ${zone} changed since this plan was made: ${now}.`,
      hint: 'They were left as they are. Plan again: the new plan shows what would change now.',
    };
  },

  changes: (_before, now) => [`The zone has ${listFields(now)}.`],

  furtherGoes: ({ further }) =>
    further &&
    ((zone) => ({
      path: ['zone_id'],
      message: `This plan deletes the rule of the custom log fields of zone ${zone} with what this resource does not manage.`,
      hint: `${listed(further.map((one) => `goes: ${one}`))}\nTo leave it, stop managing the fields: ${waysToForget(logCustomFieldsSchema.type)}`,
    })),

  overwritten(zone, rules) {
    const shown = (fields: Fields | undefined): string => (fields ? listFields(fields) : 'no fields');
    const [theirs, now] = [rules.theirs && fieldsOf(rules.theirs), fieldsOf(rules.now)];
    return {
      path: ['zone_id'],
      message: `Somebody else changed the custom log fields of zone ${zone} during this apply, and apply overwrote that change.`,
      hint: [
        `Before both: ${shown(fieldsOf(rules.before))}`,
        `Theirs:      ${theirs ? listFields(theirs) : 'not known, because the service does not return that version'}`,
        `Now:         ${shown(now)}`,
        '',
        ...(theirs && now ? [...listDifferences(theirs, now), ''] : []),
        'To restore their change, add it to the configuration and apply. A zone has one list: keep it in one place.',
      ].join('\n'),
    };
  },

  idMalformed: (id) =>
    importIdMalformed(
      id,
      'a zone id',
      'Import custom log fields by the id of their zone, such as "023e105f4ecef8ad9ca31a8372d0c353": 32 hexadecimal ' +
        'digits. The id of their ruleset may follow: "<zone id>/<ruleset id>".',
    ),

  nothingToImport: (zone, isMoved) => ({
    code: 'nothing_to_import',
    message: `Zone ${zone} has no custom log fields, so there is nothing to import.`,
    hint: createInstead(isMoved, 'the fields'),
  }),

  otherRuleset: (zone, rulesetId, found) => ({
    message: `Ruleset ${rulesetId} does not hold the custom log fields of zone ${zone}: ruleset ${found} does.`,
    hint: 'Check that the ruleset is of this zone. To import the fields that the zone has, give the id of the zone alone.',
  }),
};

/**
 * Reports several rules where this resource has one.
 *
 * @param effective the rules that make up the fields
 */
export function severalRules(zone: string, rules: readonly Rule[], effective: readonly Rule[]): Explanation {
  return {
    message: `The custom log fields of zone ${zone} are in ${effective.length} rules.`,
    hint: [
      'The state has them together. The next apply that changes them writes them as one rule:',
      ...listRules(effective),
      ...(rules.length > effective.length ? ['Disabled rules beside them stay as they are.'] : []),
    ].join('\n'),
  };
}

function listRules(rules: readonly Rule[]): readonly string[] {
  return rules.map((rule, index) => {
    const fields = fieldsOf([rule]);
    return `rule ${index + 1}: ${fields ? listFields(fields) : 'none'}`;
  });
}
