import {
  FIELD_LIST,
  FIELD_LISTS,
  fieldLimit,
  listedNames,
  logCustomFieldsSchema,
  oneFormEach,
  perSet,
  PHASE_LOG_CUSTOM_FIELDS,
  someField,
  unknown,
} from '../../../schema';
import type { ServiceError } from '../../api';
import { namesOrNull, zoneInMessages } from '../messages';
import { ruleList } from '../rule-list/define';
import { onceKnown, saidOf, type RuleList } from '../rule-list/kind';
import { ownerOf } from '../rule-list/owner';
import { listDifferences, listFields, sameFields, staysWith, type Fields } from './fields';
import { effectiveRules, fieldsOf, rulesWith } from './rule';

/** Custom log fields as a rule list: one rule in the one zone-level ruleset of their phase (docs/internals/service.md 4.1, 3.3). */
export const fieldsList: RuleList<typeof logCustomFieldsSchema, Fields> = {
  schema: logCustomFieldsSchema,
  phase: PHASE_LOG_CUSTOM_FIELDS,
  what: 'custom log fields',

  said: listFields,
  changes: listDifferences,
  read: (rules, { owner }) => fieldsOf(rules, owner),
  write: (declared, rules, { owner }) => rulesWith(declared, rules, owner).map((rule) => ({ rule })),
  changed: (rules, { owner }) => effectiveRules(rules, owner),
  same: sameFields,
  planned: ({ description, enabled, ...plan }) =>
    onceKnown({ ...perSet((set) => plan[set]), description, enabled }),

  plan({ client, diagnostics }, plan, rest) {
    // The checks saw what is written; with ignore_changes something else is planned.
    const checks = client ? [fieldLimit(client.maxCustomFields), someField, oneFormEach, listedNames] : [];
    diagnostics.errors(checks.flatMap((check) => check(plan)));
    return rest();
  },
  kept(before, planned) {
    const kept = before?.kept_settings ?? [];
    if (kept.length > 0 && !planned) return { kept_settings: unknown };
    return { kept_settings: namesOrNull(before && planned ? kept.filter(staysWith(planned, before)) : kept) };
  },
  async found({ client, state, signal, diagnostics, privateState }, rules) {
    const effective = effectiveRules(rules, ownerOf(privateState));
    if (effective.length < 2) return undefined;
    const zone = await zoneInMessages({ api: client.reads, zoneId: state.zone_id, signal });
    diagnostics.warning({
      message: `The custom log fields of zone ${zone} are in ${effective.length} rules.`,
      hint: [
        'The state has them together. The next apply that changes them writes them as one rule:',
        ...effective.map((rule, index) => `rule ${index + 1}: ${String(saidOf(fieldsList, [rule]))}`),
        ...(rules.length > effective.length ? ['Disabled rules beside them stay as they are.'] : []),
      ].join('\n'),
    });
    return undefined;
  },
  refused({ errors }) {
    const attribute = errors.map(attributeOf).find((one) => one !== undefined);
    return attribute === undefined ? [] : [{ path: [attribute] }];
  },
};

/** The custom log fields of a zone. */
export const logCustomFields = ruleList(fieldsList);

/** The place in a request that a refusal is about (docs/internals/service.md 2.1): in a ruleset or in a rule. */
const POINTER = /^(?:\/rules\/\d+)?\/(?:action_parameters\/)?([a-z_]+)(?:\/\d+\/(preserve_duplicates))?/;

/** What a refusal without a place names (docs/internals/service.md 2.3). */
const UNKNOWN_FIELD = /unknown field "([a-z_]+)"/;

function attributeOf({ pointer, message }: ServiceError['errors'][number]): string | undefined {
  const found = pointer === undefined ? UNKNOWN_FIELD.exec(message) : POINTER.exec(pointer);
  const member = found?.[2] ?? found?.[1];
  const list = FIELD_LISTS.find((each) => FIELD_LIST[each].member === member);
  return list ?? ['description', 'enabled', 'preserve_duplicates'].find((name) => name === member);
}
