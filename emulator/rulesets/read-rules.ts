import { type JsonObject, isObject, present } from '../checks/json';
import { type Reader, alternatives } from '../checks/reader';
import * as is from '../checks/shape';
import { IDENTIFIER, IDENTIFIER_FORM, unused } from '../service/identifiers';
import { INVALID_EXPRESSION } from '../service/published';
import { MISPLACED_LOGGING } from './errors';
import { type RuleContext, type ManagedRule, managedRuleId, managedRulesetId } from './managed-ruleset';
import { type Action, ACTIONS_BY_PHASE, CUSTOM_FIELDS_PHASE, MANAGED_PHASE } from './phases';
import type { Rule, RuleLogging } from './ruleset';
import type { Model } from '../service/settings';
import { CORE_SCORE_RULE_ID } from './managed-rulesets';

/** A rule as a client sends it. A new rule has no identity and version. */
export type RuleInput = Omit<Rule, Identity> & Partial<Pick<Rule, Identity>>;

type Identity = 'id' | 'version' | 'ref' | 'last_updated';

/** The `rules` of a ruleset: each rule is checked, and the rules together. */
export function rulesOf(context: RuleContext): is.Shape<readonly RuleInput[]> {
  return (reader) => {
    const items = reader.items();
    return items && readRuleItems(items, context);
  };
}

/** The same for rules in different places of a document. Of two conflicting rules, the later one is refused. */
export function readRuleItems(
  items: readonly Reader[],
  context: RuleContext,
): readonly RuleInput[] | undefined {
  const rule = ruleOf(context);
  const seen = new Set<string>();
  const rules = items.flatMap((item) => {
    const read = rule(item);
    if (read === undefined) return [];
    refuseRepeated(item, read, seen, context);
    return [read];
  });
  if (rules.length !== items.length) return undefined;
  if (context.phase === CUSTOM_FIELDS_PHASE) checkFieldTotals(items, rules, context.settings.model);
  return rules;
}

/** Parameters by the action that has them. */
const PARAMETERS: Readonly<Record<Action, (context: RuleContext) => is.Shape<JsonObject>>> = {
  log_custom_field: ({ settings }) => customFields(settings.model),
  execute: executeParameters,
  skip: skipParameters,
};

/** What a `skip` rule without `logging` has; other rules have none (docs/internals/service.md 3.2). */
const LOGGING = is.optional<RuleLogging>(is.object({ enabled: is.flag }), { enabled: true });

const NO_LOGGING = is.optional<never>((logging) =>
  logging.refuse('logging is only for the action skip', MISPLACED_LOGGING),
);

/** Without a known action, nothing is known about the parameters and the logging. */
const UNCHECKED = is.optional<never>(() => undefined);

function ruleOf(context: RuleContext): is.Shape<RuleInput> {
  const shape = is.dependent(({ action: sent }) => {
    const actions: readonly Action[] = ACTIONS_BY_PHASE[context.phase];
    const action = actions.find((known) => known === sent);
    return is.object({
      id: sentBack(ruleId(context)),
      version: sentBack(is.text(/^\d+$/, 'decimal digits')),
      ref: sentBack(is.text()),
      action: actionIn(context),
      expression: expressionIn(context),
      description: is.optional(is.text(), ''),
      enabled: is.optional(is.flag, true),
      action_parameters: action ? PARAMETERS[action](context) : UNCHECKED,
      last_updated: sentBack(is.text()),
      logging: action === 'skip' ? LOGGING : action ? NO_LOGGING : UNCHECKED,
    });
  });
  // A rule without expression is refused like one with a blank expression (docs/internals/service.md 3.2).
  return (reader) => shape(isObject(reader.value) ? reader.as({ expression: '', ...reader.value }) : reader);
}

/** Clients send back whole rules that they read, and new ones with empty strings (docs/internals/service.md 3.2, 7.4). */
function sentBack(shape: is.Shape<string>): is.Optional<string, undefined> {
  return is.optional((reader) => (reader.value === '' ? undefined : shape(reader)));
}

function ruleId({ refs }: RuleContext): is.Shape<string> {
  return is.refusedIf(is.text(IDENTIFIER, `${IDENTIFIER_FORM}, empty or absent`), (id) =>
    refs === 'any' || refs.has(id) ? undefined : 'the ruleset has no rule with this id',
  );
}

/** The action of a rule in this phase (docs/internals/service.md 3.4). */
function actionIn({ phase, settings }: RuleContext): is.Shape<string> {
  const actions: readonly string[] = ACTIONS_BY_PHASE[phase];
  return is.refusedIf(is.text(), (action) => {
    if (actions.includes(action)) return undefined;
    return settings.model === 'today'
      ? `it is not possible to use the ${action} action in a ruleset with phase ${phase} and kind zone`
      : `it must be ${alternatives(actions)}`;
  });
}

/** Why a blank expression is refused (docs/internals/service.md 3.4). */
const BLANK_EXPRESSION = {
  specification: 'it must not be blank',
  today: 'the expression cannot be blank',
};

function expressionIn({ phase, settings }: RuleContext): is.Shape<string> {
  return (reader) => {
    const expression = is.text()(reader);
    if (expression === undefined) return undefined;
    if (phase === CUSTOM_FIELDS_PHASE && expression !== 'true')
      return reader.refuse(`it must be 'true' in the phase ${phase}`, INVALID_EXPRESSION);
    if (expression.trim() === '') return reader.refuse(BLANK_EXPRESSION[settings.model], INVALID_EXPRESSION);
    return expression;
  };
}

/**
 * Refuses duplicate ids and refs (docs/internals/service.md 3.2), and managed rulesets that two rules execute.
 *
 * @param seen those of the rules before it, to which its own are added
 */
function refuseRepeated(item: Reader, rule: RuleInput, seen: Set<string>, { refs }: RuleContext): void {
  const refuseSecond = (what: string, value: unknown, at: Reader, reason: string): void => {
    if (value === undefined) return;
    const key = `${what} ${String(value)}`;
    if (seen.has(key)) at.refuse(`another rule of ${reason}`);
    seen.add(key);
  };
  const { id, action_parameters: parameters } = rule;
  refuseSecond('id', id, item.with('id', id), `the ruleset has '${String(id)}'`);
  // Even if it was not sent: a rule without ref keeps the stored one.
  const ref = rule.ref ?? (refs === 'any' ? id : refs.get(id ?? ''));
  refuseSecond('ref', ref, item.with('ref', ref), `the ruleset has '${String(ref)}'`);
  if (rule.action !== 'execute') return;
  // One deployment for each managed ruleset in a zone (docs/internals/service.md 3.2); a zone has one ruleset with such rules.
  const executed = parameters?.['id'];
  const at = item.with('action_parameters', parameters).with('id', executed);
  refuseSecond('executed', executed, at, `the zone executes ${String(executed)}`);
}

/** One of the lists of names in the parameters of `log_custom_field` (docs/internals/service.md 4.1). */
interface FieldList {
  readonly member: string;
  readonly name: is.Shape<string>;
  /** Items may carry `preserve_duplicates` (docs/internals/service.md 4.2). */
  readonly duplicates?: true;
  /**
   * A name must not be in both this list and that one, which is before it: a header is logged either raw or transformed
   * (docs/internals/service.md 1.2).
   */
  readonly excludes?: string;
}

interface FieldRules {
  readonly lists: readonly FieldList[];
  readonly limit: { readonly names: number; readonly over: 'all lists' | 'each list' };
}

const NAME_FORM = 'a name: letters, digits and the marks that HTTP allows';

/** Header names are lower case; cookie names keep the case of the request. */
const HEADER = is.refusedIf(is.text(is.HTTP_TOKEN, NAME_FORM), (name) =>
  /[A-Z]/.test(name) ? 'a header name must be lower case' : undefined,
);

/**
 * Looser than RFC 6265 section 4.1.1: the characters of a cookie's value, without "=". Real names contain brackets.
 */
const COOKIE = is.text(/^[\x21\x23-\x2b\x2d-\x3a\x3c\x3e-\x5b\x5d-\x7e]+$/, NAME_FORM);

/**
 * The lists and their limit: 40 names in all lists together (docs/internals/service.md 8), or 100 in each (docs/internals/service.md 1.2).
 */
const FIELD_RULES: Readonly<Record<Model, FieldRules>> = {
  specification: {
    lists: [
      { member: 'request_fields', name: HEADER },
      { member: 'response_fields', name: HEADER },
      { member: 'cookie_fields', name: COOKIE },
    ],
    limit: { names: 40, over: 'all lists' },
  },
  today: {
    lists: [
      { member: 'request_fields', name: HEADER },
      { member: 'transformed_request_fields', name: HEADER, excludes: 'request_fields' },
      { member: 'response_fields', name: HEADER, duplicates: true },
      { member: 'raw_response_fields', name: HEADER, duplicates: true, excludes: 'response_fields' },
      { member: 'cookie_fields', name: COOKIE },
    ],
    limit: { names: 100, over: 'each list' },
  },
};

/** The parameters of `log_custom_field`: at least one list (docs/internals/service.md 4.1), no empty list, no repeated name. */
function customFields(model: Model): is.Shape<JsonObject> {
  const named = new Map<string, Set<string>>();
  const { lists } = FIELD_RULES[model];
  const members = lists.map((list) => [list.member, is.optional(fieldList(list, named))] as const);
  return is.also(is.object(Object.fromEntries(members)), (sent) => {
    if (!lists.some(({ member }) => sent.has(member)))
      sent.refuse(`at least one of ${lists.map(({ member }) => member).join(', ')} must be present`);
  });
}

/** @param named the names in each list, to which those of this one are added */
function fieldList(
  { member, name, duplicates, excludes = '' }: FieldList,
  named: Map<string, Set<string>>,
): is.Shape<readonly JsonObject[]> {
  const own = new Set<string>();
  named.set(member, own);
  const allowed = is.refusedIf(name, (sent) =>
    named.get(excludes)?.has(sent) ? `${excludes} has it too` : undefined,
  );
  const field = is.object({
    name: unused(allowed, own, `${member} has it twice`),
    ...(duplicates && { preserve_duplicates: is.optional(is.flag, false) }),
  });
  return is.atLeast(1, is.list(field), 'a list that is present must have at least one item');
}

/** Refuses the first rule that exceeds the ruleset's limit of names (docs/internals/service.md 8). */
function checkFieldTotals(
  items: readonly Reader[],
  rules: readonly { readonly action_parameters?: JsonObject }[],
  model: Model,
): void {
  const { lists, limit } = FIELD_RULES[model];
  const groups = limit.over === 'each list' ? lists.map((list) => [list]) : [lists];
  for (const group of groups) {
    const members = group.map((list) => list.member);
    let total = 0;
    const index = rules.findIndex(({ action_parameters: parameters }) => {
      total += members.flatMap((member) => parameters?.[member] ?? []).length;
      return total > limit.names;
    });
    items[index]
      ?.member('action_parameters')
      .refuse(`the zone has at most ${limit.names} custom fields in ${members.join(', ')}, not ${total}`);
  }
}

/** The version that zones execute unless they pin one; answers have it even if it was not sent (docs/internals/service.md 3.2). */
const LATEST_VERSION = 'latest';

/** `latest`, or the number of a version to stay at (docs/internals/service.md 6.1). */
const VERSION = is.text(/^(?:latest|[1-9]\d*)$/, `'${LATEST_VERSION}' or decimal digits`);

/**
 * The parameters of `execute` (docs/internals/service.md 6.1): the managed ruleset, what differs in this zone, and the key
 * with which the service encrypts the matched part of a request.
 */
function executeParameters(context: RuleContext): is.Shape<JsonObject> {
  return is.dependent(({ id }) =>
    is.object({
      id: managedRulesetId(context),
      version: is.optional(VERSION, LATEST_VERSION),
      // They name rules and categories of the ruleset, so they mean nothing without it.
      overrides: is.optional(
        typeof id === 'string' && IDENTIFIER.test(id) ? overrides(id, context) : () => undefined,
      ),
      matched_data: is.optional(is.object({ public_key: is.text(/./s, 'a key') })),
    }),
  );
}

/** What can be overridden at each level: for all rules, for a category, for one rule (docs/internals/service.md 6.1). */
const CHANGES = {
  action: is.optional(
    is.oneOf(['log', 'block', 'challenge', 'js_challenge', 'managed_challenge', 'rewrite']),
  ),
  enabled: is.optional(is.flag),
  sensitivity_level: is.optional(is.oneOf(['default', 'medium', 'low', 'eoff'])),
} as const;

/** The `overrides` of an `execute` rule (docs/internals/service.md 6.1) for the managed ruleset with this id. */
function overrides(rulesetId: string, context: RuleContext): is.Shape<JsonObject> {
  const ruleset = context.managedRulesets.find((offered) => offered.ruleset.id === rulesetId)?.ruleset;
  const rule = is.dependent(({ id }) =>
    is.object({
      id: managedRuleId(rulesetId, context),
      ...CHANGES,
      score_threshold: is.optional(scoreThreshold(ruleset?.rules.find((known) => known.id === id))),
    }),
  );
  const category = is.object({ category: is.text(/\S/, 'a category'), ...CHANGES });
  const shape = is.object({
    ...CHANGES,
    categories: is.optional(overrideList('category', category)),
    rules: is.optional(overrideList('id', rule)),
  });
  return is.mapped(
    is.atLeast(1, shape, 'it must have at least one member'),
    ({ categories, rules, ...forAll }) => ({ ...forAll, ...present({ categories, rules }) }),
  );
}

/** An override names something and changes it, so it has at least two members (docs/internals/service.md 6.1). */
function overrideList(names: string, override: is.Shape<JsonObject>): is.Shape<readonly JsonObject[]> {
  const reason = 'it must have at least two members: what it is for and a change';
  const list = is.distinct(is.atLeast(2, override, reason), (sent) => sent[names], {
    at: names,
    reason: 'the list has another override for it',
  });
  return is.atLeast(1, list, 'a list that is present must have at least one item');
}

/** The threshold belongs to the one rule that acts on the score (docs/internals/service.md 6.3). */
function scoreThreshold(rule: ManagedRule | undefined): is.Shape<number> {
  const score = is.number((sent) => Number.isSafeInteger(sent) && sent >= 1, 'a whole number from 1');
  return is.refusedIf(score, () =>
    rule === undefined || rule.score_threshold !== undefined
      ? undefined
      : `only the rule ${CORE_SCORE_RULE_ID} has a score threshold`,
  );
}

/**
 * What a `skip` rule can skip: everything after it in its ruleset, whole managed rulesets, rules of them, other
 * phases, or products that have no phase (docs/internals/service.md 6.2).
 */
const SKIPPED = ['ruleset', 'rulesets', 'rules', 'phases', 'products', 'phase'] as const;

/** Members that exclude each other, and a member that needs another (docs/internals/service.md 6.2). */
const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ['ruleset', 'rulesets'],
  ['ruleset', 'rules'],
  ['rulesets', 'phases'],
];

/** Phases that a rule can skip (docs/internals/service.md 6.2). */
const SKIPPED_PHASES = ['http_ratelimit', 'http_request_sbfm', MANAGED_PHASE];

/** Products that a rule can skip (docs/internals/service.md 6.2). */
const PRODUCTS = ['bic', 'hot', 'rateLimit', 'securityLevel', 'uaBlock', 'waf', 'zoneLockdown'] as const;

/** The parameters of `skip`: at least one member, in one of the published combinations. */
function skipParameters(context: RuleContext): is.Shape<JsonObject> {
  const listOf = <T>(item: is.Shape<T>): is.Optional<readonly T[], undefined> =>
    is.optional(is.nonEmpty(is.distinct(item)));
  const members = is.object({
    ruleset: is.optional(is.oneOf(['current'])),
    rulesets: listOf(managedRulesetId(context)),
    rules: is.optional(skippedRules(context)),
    phases: listOf(is.oneOf(SKIPPED_PHASES)),
    products: listOf(is.oneOf(PRODUCTS)),
    phase: is.optional(is.oneOf(['current'])),
  });
  return is.also(members, (sent) => {
    if (!SKIPPED.some((name) => sent.has(name)))
      sent.refuse(`it must have at least one of ${SKIPPED.join(', ')}`);
    for (const [one, other] of EXCLUSIVE)
      if (sent.has(one) && sent.has(other)) sent.refuse(`it must not have both ${one} and ${other}`);
    if (sent.has('phase') && !sent.has('products'))
      sent.member('phase').refuse('it is only for rules with products');
  });
}

/**
 * Lists of rule ids by the id of their managed ruleset. A rule must belong to its ruleset (docs/internals/service.md 6.2); an
 * empty list stands for the whole ruleset.
 */
function skippedRules(context: RuleContext): is.Shape<JsonObject> {
  return (reader) => {
    if (!isObject(reader.value))
      return reader.refuse('it must be an object of lists of rule ids by ruleset id');
    const lists = Object.keys(reader.value).map((id) => {
      const isNamed = managedRulesetId(context)(reader.with(id, id)) !== undefined;
      return [id, isNamed ? is.distinct(managedRuleId(id, context))(reader.member(id)) : []] as const;
    });
    return lists.length === 0
      ? reader.refuse('it must name at least one managed ruleset')
      : Object.fromEntries(lists);
  };
}
