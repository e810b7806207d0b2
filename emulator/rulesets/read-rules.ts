import type { Reader } from '../checks/reader';
import { INVALID_EXPRESSION, MISPLACED_LOGGING } from '../errors/published';
import { IDENTIFIER } from '../determinism/identifiers';
import type { JsonObject } from '../service/ruleset';
import type { ServiceSettings } from '../service/settings';
import { readExecuteParameters, readSkipParameters } from './managed-rule-parameters';
import { checkFieldTotals } from './custom-field-totals';
import { readCustomFields } from './read-custom-fields';
import type { Phase } from './phases';
import { CUSTOM_FIELDS_PHASE, actionsOf } from './phases';

/** A rule as a client sends it. Identity and version are absent for a rule that is new. */
export interface RuleInput {
  readonly id?: string;
  readonly version?: string;
  readonly ref?: string;
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly action_parameters?: JsonObject;
  readonly last_updated?: string;
}

export interface RuleContext {
  readonly phase: Phase;
  readonly settings: ServiceSettings;
  /** The refs of the stored rules by id. A sent rule may carry one of these ids; in a seed, any. */
  readonly refs: ReadonlyMap<string, string> | 'any';
}

const RULE_MEMBERS = [
  'id',
  'version',
  'ref',
  'action',
  'expression',
  'description',
  'enabled',
  'action_parameters',
  'last_updated',
  'logging',
] as const;

/** Reads the `rules` of a ruleset and checks each rule and the rules together. */
export function readRules(reader: Reader, context: RuleContext): readonly RuleInput[] | undefined {
  const items = reader.items();
  if (items === undefined) return undefined;
  const rules = items.map((item) => readRule(item, context));
  refuseRepeated(items, rules, 'id', (rule) => rule.id);
  refuseRepeated(items, rules, 'ref', (rule) => rule.ref ?? keptRef(rule, context.refs));
  const read = rules.filter((rule) => rule !== undefined);
  if (read.length !== items.length) return undefined;
  checkFieldTotals(items, read, context.settings.limits);
  return read;
}

function readRule(reader: Reader, context: RuleContext): RuleInput | undefined {
  const members = reader.members(RULE_MEMBERS);
  if (members === undefined) return undefined;
  members.optional('logging')?.refuse('logging is only for the action skip', MISPLACED_LOGGING);
  const id = readRuleId(members.optional('id'), context.refs);
  // Clients send back whole rules that they read, and new ones with empty strings (spec 2.3, 4.7).
  const version = members.optional('version')?.matching(/^\d*$/, 'decimal digits') || undefined;
  const ref = members.optional('ref')?.string() || undefined;
  const lastUpdated = members.optional('last_updated')?.string() || undefined;
  const action = members.required('action')?.oneOf(actionsOf(context.phase));
  const expression = readExpression(members.required('expression'), context.phase);
  const description = members.optional('description')?.string() ?? '';
  const enabled = members.optional('enabled')?.boolean() ?? true;
  const parameters = action === undefined ? undefined : readParameters(action, members, context.settings);
  if (action === undefined || expression === undefined || parameters === undefined) return undefined;
  return {
    ...(id && { id }),
    ...(version && { version }),
    ...(ref && { ref }),
    action,
    expression,
    description,
    enabled,
    action_parameters: parameters,
    ...(lastUpdated && { last_updated: lastUpdated }),
  };
}

function readRuleId(reader: Reader | undefined, known: RuleContext['refs']): string | undefined {
  if (reader === undefined || reader.value === '') return undefined;
  const id = reader.matching(IDENTIFIER, '32 lower-case hexadecimal digits, empty or absent');
  if (id === undefined || known === 'any' || known.has(id)) return id;
  return reader.refuse('the ruleset has no rule with this id');
}

function readExpression(reader: Reader | undefined, phase: Phase): string | undefined {
  const expression = reader?.string();
  if (reader === undefined || expression === undefined) return undefined;
  if (phase === CUSTOM_FIELDS_PHASE && expression !== 'true')
    return reader.refuse(`it must be 'true' in the phase ${phase}`, INVALID_EXPRESSION);
  if (expression.trim() === '') return reader.refuse('it must not be blank', INVALID_EXPRESSION);
  return expression;
}

type RuleMembers = NonNullable<ReturnType<typeof Reader.prototype.members<(typeof RULE_MEMBERS)[number]>>>;

function readParameters(
  action: string,
  members: RuleMembers,
  settings: ServiceSettings,
): JsonObject | undefined {
  const reader = members.required('action_parameters');
  if (reader === undefined) return undefined;
  switch (action) {
    case 'log_custom_field':
      return readCustomFields(reader, settings.limits);
    case 'execute':
      return readExecuteParameters(reader);
    case 'skip':
      return readSkipParameters(reader);
    default:
      throw new Error(`The action ${action} is in the table of phases, but nothing reads its parameters.`);
  }
}

/** The ref that a rule sent with an id alone goes on with. */
function keptRef(rule: RuleInput, refs: RuleContext['refs']): string | undefined {
  if (rule.id === undefined) return undefined;
  return refs === 'any' ? rule.id : refs.get(rule.id);
}

function refuseRepeated(
  items: readonly Reader[],
  rules: readonly (RuleInput | undefined)[],
  member: 'id' | 'ref',
  valueOf: (rule: RuleInput) => string | undefined,
): void {
  const seen = new Set<string>();
  rules.forEach((rule, index) => {
    const value = rule && valueOf(rule);
    if (value === undefined) return;
    if (seen.has(value)) items[index]?.member(member).refuse(`another rule of the ruleset has '${value}'`);
    seen.add(value);
  });
}
