import { logCustomFieldsSchema, PHASE_LOG_CUSTOM_FIELDS, type Explanation } from '../../../schema';
import type { Rule } from '../../api';
import { waysToForget } from '../../sdk/framework';
import { listed } from '../messages';
import type { ZoneList } from '../rule-list/words';
import { listDifferences, listFields, type Fields } from './fields';
import { fieldsOf } from './rule';

function fieldsInWords(rules: readonly Rule[]): string | undefined {
  const fields = fieldsOf(rules);
  return fields && listFields(fields);
}

/** The custom log fields of a zone, for messages. */
export const FIELDS: ZoneList<Fields> = {
  phase: PHASE_LOG_CUSTOM_FIELDS,
  type: logCustomFieldsSchema.type,
  code: 'fields',
  what: 'custom log fields',
  part: 'fields',
  own: 'their rule',
  mayFollow: 'the id of their ruleset',

  said: listFields,
  saidOf: fieldsInWords,
  changes: (_before, now) => listFields(now),
  differences(...versions) {
    const [before, after] = versions.map((rules) => fieldsOf(rules));
    return before && after ? listDifferences(before, after) : [];
  },
  furtherGoes: ({ further }) =>
    further &&
    ((zone) => ({
      path: ['zone_id'],
      message: `This plan deletes the rule of the custom log fields of zone ${zone} with what this resource does not manage.`,
      hint: `${listed(further.map((one) => `goes: ${one}`))}\nTo leave it, stop managing the fields: ${waysToForget(logCustomFieldsSchema.type)}`,
    })),
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
      ...effective.map((rule, index) => `rule ${index + 1}: ${fieldsInWords([rule]) ?? 'none'}`),
      ...(rules.length > effective.length ? ['Disabled rules beside them stay as they are.'] : []),
    ].join('\n'),
  };
}
