import { type JsonObject, present, isObject } from '../checks/json';
import { type Members, type Reader, alternatives } from '../checks/reader';
import { readCustomFields } from './custom-fields';
import { MISPLACED_LOGGING } from './errors';
import { ACTIONS_BY_PHASE, MANAGED_PHASE } from './phases';
import { readExecuteParameters } from './read-execute-parameters';
import { type RuleContext, readManagedRule, readManagedRuleset } from './managed-ruleset';
import type { RuleLogging } from './ruleset';
import { readDistinct } from '../checks/read-values';

/**
 * What a `skip` rule can skip: everything after it in its ruleset, whole managed rulesets, rules of them, other
 * phases, or products that have no phase (docs/internals/service.md 6.2).
 */
const SKIPPED = ['ruleset', 'rulesets', 'rules', 'phases', 'products', 'phase'] as const;

type Skipped = (typeof SKIPPED)[number];

/** Members that exclude each other, and a member that needs another (docs/internals/service.md 6.2). */
const EXCLUSIVE: readonly (readonly [Skipped, Skipped])[] = [
  ['ruleset', 'rulesets'],
  ['ruleset', 'rules'],
  ['rulesets', 'phases'],
];

/** Phases that a rule can skip (docs/internals/service.md 6.2). */
const SKIPPED_PHASES = ['http_ratelimit', 'http_request_sbfm', MANAGED_PHASE];

/** Products that a rule can skip (docs/internals/service.md 6.2). */
const PRODUCTS = ['bic', 'hot', 'rateLimit', 'securityLevel', 'uaBlock', 'waf', 'zoneLockdown'] as const;

/** Reads the parameters of `skip`: at least one member, in one of the published combinations. */
function readSkipParameters(reader: Reader, context: RuleContext): JsonObject | undefined {
  const members = reader.members(SKIPPED);
  if (members === undefined) return undefined;
  const sent = new Set(SKIPPED.filter((name) => members.optional(name) !== undefined));
  if (sent.size === 0) return reader.refuse(`it must have at least one of ${SKIPPED.join(', ')}`);
  for (const [one, other] of EXCLUSIVE)
    if (sent.has(one) && sent.has(other)) reader.refuse(`it must not have both ${one} and ${other}`);
  if (sent.has('phase') && !sent.has('products'))
    members.optional('phase')?.refuse('it is only for rules with products');

  const rulesets = members.optional('rulesets');
  const rules = members.optional('rules');
  const phases = members.optional('phases');
  const products = members.optional('products');
  const read = {
    ruleset: members.optional('ruleset')?.oneOf(['current']),
    rulesets: rulesets && readDistinct(rulesets, (item) => readManagedRuleset(item, context)?.id),
    rules: rules && readRules(rules, context),
    phases: phases && readDistinct(phases, (item) => item.oneOf(SKIPPED_PHASES)),
    products: products && readDistinct(products, (item) => item.oneOf(PRODUCTS)),
    phase: members.optional('phase')?.oneOf(['current']),
  };
  return { ...present(read), ...reader.future() };
}

/**
 * Lists of rule ids by the id of their managed ruleset. A rule must belong to its ruleset (docs/internals/service.md 6.2); an
 * empty list stands for the whole ruleset.
 */
function readRules(reader: Reader, context: RuleContext): JsonObject | undefined {
  const { value } = reader;
  if (!isObject(value)) return reader.refuse('it must be an object of lists of rule ids by ruleset id');
  const ids = Object.keys(value);
  if (ids.length === 0) return reader.refuse('it must name at least one managed ruleset');
  const lists = ids.map((id) => {
    const ruleset = readManagedRuleset(reader.with(id, id), context);
    const list = reader.member(id);
    const isEmpty = Array.isArray(list.value) && list.value.length === 0;
    const read = (item: Reader): string | undefined => ruleset && readManagedRule(item, ruleset, context)?.id;
    return [id, isEmpty ? [] : ruleset && readDistinct(list, read)] as const;
  });
  return Object.fromEntries(lists);
}

/** What a rule has besides its identity, its expression and its action. */
export interface RuleContent {
  readonly action_parameters?: JsonObject;
  readonly logging?: RuleLogging;
}

/** Reads the action of a rule in this phase. */
export function readAction(reader: Reader | undefined, { phase, settings }: RuleContext): string | undefined {
  const actions: readonly string[] = ACTIONS_BY_PHASE[phase];
  const action = reader?.string();
  if (reader === undefined || action === undefined || actions.includes(action)) return action;
  // docs/internals/service.md 3.4.
  return reader.refuse(
    settings.model === 'today'
      ? `it is not possible to use the ${action} action in a ruleset with phase ${phase} and kind zone`
      : `it must be ${alternatives(actions)}`,
  );
}

/** Reads what a rule has besides its identity, its expression and its action. */
export function readContent(
  action: string,
  members: Members<'action_parameters' | 'logging'>,
  context: RuleContext,
): RuleContent | undefined {
  const sent = members.required('action_parameters');
  const parameters = sent && readParameters(action, sent, context);
  const logging = readLogging(members.optional('logging'), action);
  return parameters && { action_parameters: parameters, ...(logging && { logging }) };
}

function readParameters(action: string, reader: Reader, context: RuleContext): JsonObject | undefined {
  switch (action) {
    case 'log_custom_field':
      return readCustomFields(reader, context.settings.model);
    case 'execute':
      return readExecuteParameters(reader, context);
    case 'skip':
      return readSkipParameters(reader, context);
    default:
      throw new Error(`The action ${action} is in the table of phases, but nothing reads its parameters.`);
  }
}

/** What a `skip` rule without `logging` has (docs/internals/service.md 3.2). */
const DEFAULT_LOGGING: RuleLogging = { enabled: true };

/** Reads `logging`, which only rules with the action `skip` have (docs/internals/service.md 3.2). */
function readLogging(reader: Reader | undefined, action: string): RuleLogging | undefined {
  if (action !== 'skip') return reader?.refuse('logging is only for the action skip', MISPLACED_LOGGING);
  if (reader === undefined) return DEFAULT_LOGGING;
  const enabled = reader.members(['enabled'])?.required('enabled')?.boolean();
  return enabled === undefined ? undefined : { enabled, ...reader.future() };
}
