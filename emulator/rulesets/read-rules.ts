import type { Reader } from '../checks/reader';
import { INVALID_EXPRESSION } from '../errors/published';
import { IDENTIFIER, IDENTIFIER_FORM } from '../determinism/identifiers';
import type { JsonObject } from '../checks/json-object';
import type { RuleLogging } from '../service/ruleset';
import { checkFieldTotals } from './custom-field-totals';
import type { Phase } from './phases';
import { CUSTOM_FIELDS_PHASE, actionsOf } from './phases';
import { readCustomFields } from './read-custom-fields';
import { readExecuteParameters } from './read-execute-parameters';
import { readLogging } from './read-logging';
import { readSkipParameters } from './read-skip-parameters';
import { refuseRepeatedRules } from './repeated-rules';
import type { RuleContext } from './rule-context';

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
  readonly logging?: RuleLogging;
  readonly last_updated?: string;
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
  return items && readRuleItems(items, context);
}

/** The same for rules that stand in different places. The later one of two that cannot be together is refused. */
export function readRuleItems(
  items: readonly Reader[],
  context: RuleContext,
): readonly RuleInput[] | undefined {
  const rules = items.map((item) => readRule(item, context));
  refuseRepeatedRules(items, rules, context);
  const read = rules.filter((rule) => rule !== undefined);
  if (read.length !== items.length) return undefined;
  checkFieldTotals(items, read, context.settings.limits);
  return read;
}

function readRule(reader: Reader, context: RuleContext): RuleInput | undefined {
  const members = reader.members(RULE_MEMBERS);
  if (members === undefined) return undefined;
  const id = readRuleId(members.optional('id'), context.refs);
  // Clients send back whole rules that they read, and new ones with empty strings (docs/service.md 3.2, 7.4).
  const version = members.optional('version')?.matching(/^\d*$/, 'decimal digits') || undefined;
  const ref = members.optional('ref')?.string() || undefined;
  const lastUpdated = members.optional('last_updated')?.string() || undefined;
  const action = members.required('action')?.oneOf(actionsOf(context.phase));
  // A rule without expression is refused as one whose expression is blank (docs/service.md 3.2).
  const expression = readExpression(
    members.optional('expression') ?? reader.with('expression', ''),
    context.phase,
  );
  const description = members.optional('description')?.string() ?? '';
  const enabled = members.optional('enabled')?.boolean() ?? true;
  const parameters = action === undefined ? undefined : readParameters(action, members, context);
  const logging = action === undefined ? undefined : readLogging(members.optional('logging'), action);
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
    ...(logging && { logging }),
    ...(lastUpdated && { last_updated: lastUpdated }),
  };
}

function readRuleId(reader: Reader | undefined, known: RuleContext['refs']): string | undefined {
  if (reader === undefined || reader.value === '') return undefined;
  const id = reader.matching(IDENTIFIER, `${IDENTIFIER_FORM}, empty or absent`);
  if (id === undefined || known === 'any' || known.has(id)) return id;
  return reader.refuse('the ruleset has no rule with this id');
}

function readExpression(reader: Reader, phase: Phase): string | undefined {
  const expression = reader.string();
  if (expression === undefined) return undefined;
  if (phase === CUSTOM_FIELDS_PHASE && expression !== 'true')
    return reader.refuse(`it must be 'true' in the phase ${phase}`, INVALID_EXPRESSION);
  if (expression.trim() === '') return reader.refuse('it must not be blank', INVALID_EXPRESSION);
  return expression;
}

type RuleMembers = NonNullable<ReturnType<typeof Reader.prototype.members<(typeof RULE_MEMBERS)[number]>>>;

function readParameters(action: string, members: RuleMembers, context: RuleContext): JsonObject | undefined {
  const reader = members.required('action_parameters');
  if (reader === undefined) return undefined;
  switch (action) {
    case 'log_custom_field':
      return readCustomFields(reader, context.settings.limits);
    case 'execute':
      return readExecuteParameters(reader, context);
    case 'skip':
      return readSkipParameters(reader, context);
    default:
      throw new Error(`The action ${action} is in the table of phases, but nothing reads its parameters.`);
  }
}
