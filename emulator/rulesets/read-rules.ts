import { type JsonObject, isObject } from '../checks/json';
import { alternatives, type Reader } from '../checks/reader';
import * as is from '../checks/shape';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import { INVALID_EXPRESSION } from '../service/published';
import { checkFieldTotals, customFields, executeParameters, skipParameters } from './action-parameters';
import { MISPLACED_LOGGING } from './errors';
import type { RuleContext } from './managed-ruleset';
import { type Action, ACTIONS_BY_PHASE, CUSTOM_FIELDS_PHASE } from './phases';
import type { Rule, RuleLogging } from './ruleset';

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
