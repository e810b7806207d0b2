import { type JsonObject, present, isObject } from '../checks/json';
import { type Members, type Reader, alternatives } from '../checks/reader';
import { readCustomFields } from './custom-fields';
import { MISPLACED_LOGGING } from './errors';
import { actionsOf, PHASES } from './phases';
import { LATEST_VERSION, readExecuteParameters } from './read-execute-parameters';
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
    phases: phases && readDistinct(phases, (item) => item.oneOf(PHASES)),
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
  readonly ratelimit?: JsonObject;
  readonly exposed_credential_check?: JsonObject;
}

/** Members of rules in some of the phases that are stored and not judged (docs/internals/service.md 3.5). */
export const CONTENT_MEMBERS = ['ratelimit', 'exposed_credential_check'] as const;

/** Reads the action of a rule in this phase. If the phase is not judged, any word is one. */
export function readAction(reader: Reader | undefined, { phase, settings }: RuleContext): string | undefined {
  const actions = actionsOf(phase);
  if (actions === undefined) return reader?.matching(/^[a-z_]+$/, 'lower-case letters and _');
  const action = reader?.string();
  if (reader === undefined || action === undefined || actions.includes(action)) return action;
  // docs/internals/service.md 3.4.
  return reader.refuse(
    settings.model === 'today'
      ? `it is not possible to use the ${action} action in a ruleset with phase ${phase} and kind zone`
      : `it must be ${alternatives(actions)}`,
  );
}

/** Reads the content of a rule in a phase that the emulator judges. */
export function readJudgedContent(
  action: string,
  members: Members<'action_parameters' | 'logging'>,
  context: RuleContext,
): RuleContent | undefined {
  const sent = members.required('action_parameters');
  const parameters = sent && readParameters(action, sent, context);
  const logging = readLogging(members.optional('logging'), action);
  return parameters && { action_parameters: parameters, ...(logging && { logging }) };
}

/**
 * Reads the content of a rule in a phase that the emulator only stores: objects of any form. Parameters of `execute`
 * get their default version, as in every phase (docs/internals/service.md 3.2).
 */
export function readStoredContent(
  action: string,
  members: Members<'action_parameters' | 'logging' | (typeof CONTENT_MEMBERS)[number]>,
): RuleContent {
  const logging = readLogging(members.optional('logging'), action);
  const [parameters, ratelimit, exposed_credential_check] = [
    members.optional('action_parameters'),
    members.optional('ratelimit'),
    members.optional('exposed_credential_check'),
  ].map((sent) => sent?.jsonObject());
  const action_parameters =
    parameters && action === 'execute' ? { version: LATEST_VERSION, ...parameters } : parameters;
  return present({ action_parameters, logging, ratelimit, exposed_credential_check });
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
