import {
  FIELD_LIST,
  FIELD_LISTS,
  FIELD_SETS,
  fieldLimit,
  isKnown,
  listedNames,
  logCustomFieldsSchema,
  oneFormEach,
  perSet,
  PHASE_LOG_CUSTOM_FIELDS,
  someField,
  unknown,
  type Explanation,
  type PlannedState,
} from '../../../schema';
import type { Rule, ServiceError } from '../../api';
import { defineResource } from '../../sdk/framework';
import type { Configured } from '../configured';
import { listed, namesOrNull, sayKept, zoneInMessages } from '../messages';
import { ruleList } from '../rule-list/define';
import type { RuleList } from '../rule-list/kind';
import { ownerOf } from '../rule-list/owner';
import { warnOfAnother } from '../rule-list/words';
import { waysToForget } from '../suggested-blocks';
import { declarable, listDifferences, listFields, sameFields, staysWith, type Fields } from './fields';
import { effectiveRules, fieldsOf, rulesWith } from './rule';

type Schema = typeof logCustomFieldsSchema;
type Plan = PlannedState<Schema>;

/** Custom log fields as a rule list: one rule in the one zone-level ruleset of their phase (docs/internals/service.md 4.1, 3.3). */
export const fieldsList: RuleList<Schema, Fields> = {
  schema: logCustomFieldsSchema,
  phase: PHASE_LOG_CUSTOM_FIELDS,
  what: 'custom log fields',

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

  read: (rules, { owner }) => fieldsOf(rules, owner),
  write: (declared, rules, { owner }) => rulesWith(declared, rules, owner).map((rule) => ({ rule })),
  isWritten(declared, rules, { owner }) {
    const now = fieldsOf(rules, owner);
    return (
      now !== undefined &&
      sameFields(now, declared) &&
      effectiveRules(rules, owner).every(({ ref }) => ref === owner?.ref)
    );
  },
  same: sameFields,
  expressed: (rules) => effectiveRules(rules),

  planned: knownFields,
  ofState: (state) => ({
    ...perSet((set) => state[set]),
    ...{ description: state.description, enabled: state.enabled },
    ...(state.kept_settings && { further: state.kept_settings }),
  }),
  attributes: (content) => ({ ...declarable(content), kept_settings: content.further ?? null }),

  async check({ maxCustomFields }, { plan, diagnostics }) {
    // The checks saw what is written; with ignore_changes something else is planned.
    const checks = [fieldLimit(maxCustomFields), someField, oneFormEach, listedNames];
    if (plan) diagnostics.errors(checks.flatMap((check) => check(plan)));
  },
  async plan(call, plan, creation) {
    const { state, diagnostics } = call;
    if (!state) return creation();
    const planned = knownFields(plan);
    const before = fieldsList.ofState(state);
    const { kept_settings } = planKept(before, planned);
    if (plan.zone_id === state.zone_id && !(planned && sameFields(before, planned))) {
      sayKept(diagnostics, `The rule of the custom log fields of zone ${state.zone_id}`, kept_settings);
      await warnOfAnother(fieldsList, call, state.zone_id, `It wrote ${listFields(before)}. `);
    }
    return { kept_settings };
  },
  keptAtCreation: (existing, _rules, planned) =>
    existing ? planKept(existing, planned) : { kept_settings: null },
  async warnOnRead({ client, state, signal, diagnostics, privateState }, rules) {
    const effective = effectiveRules(rules, ownerOf(privateState));
    if (effective.length < 2) return;
    const zone = await zoneInMessages({ api: client.reads, zoneId: state.zone_id, signal });
    diagnostics.warning(severalRules(zone, rules, effective));
  },

  refused({ errors }) {
    const attribute = errors.map(attributeOf).find((one) => one !== undefined);
    return attribute === undefined ? [] : [{ path: [attribute] }];
  },
};

/** The custom log fields of a zone. */
export const logCustomFields = defineResource<Schema, Configured>(ruleList(fieldsList));

/** The planned fields, once all of them are known. */
function knownFields(plan: Plan): Fields | undefined {
  const { description, enabled } = plan;
  const allKnown = FIELD_SETS.every((set) => {
    const names = plan[set];
    return isKnown(names) && names.every(isKnown);
  });
  if (!allKnown || !isKnown(description) || !isKnown(enabled)) return undefined;
  return { ...perSet((set) => plan[set] as readonly string[]), description, enabled };
}

/** What is kept of what rules have besides. @param planned undefined when it is known after apply */
function planKept(before: Fields, planned: Fields | undefined): Pick<Plan, 'kept_settings'> {
  if (before.further && !planned) return { kept_settings: unknown };
  return { kept_settings: namesOrNull((before.further ?? []).filter(staysWith(planned ?? before, before))) };
}

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

function fieldsInWords(rules: readonly Rule[]): string | undefined {
  const fields = fieldsOf(rules);
  return fields && listFields(fields);
}

/**
 * Reports several rules where this resource has one.
 *
 * @param effective the rules that make up the fields
 */
function severalRules(zone: string, rules: readonly Rule[], effective: readonly Rule[]): Explanation {
  return {
    message: `The custom log fields of zone ${zone} are in ${effective.length} rules.`,
    hint: [
      'The state has them together. The next apply that changes them writes them as one rule:',
      ...effective.map((rule, index) => `rule ${index + 1}: ${fieldsInWords([rule]) ?? 'none'}`),
      ...(rules.length > effective.length ? ['Disabled rules beside them stay as they are.'] : []),
    ].join('\n'),
  };
}
