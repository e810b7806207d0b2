import type { RuleContext } from './managed-ruleset';
import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import { INVALID_EXPRESSION } from '../service/published';
import { checkFieldTotals } from './custom-fields';
import { CUSTOM_FIELDS_PHASE, MANAGED_PHASE } from './phases';
import { type RuleContent, readAction, readContent } from './read-rule-content';

/** A rule as a client sends it. A new rule has no identity and version. */
export interface RuleInput extends RuleContent {
  readonly id?: string;
  readonly version?: string;
  readonly ref?: string;
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
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

/** The same for rules in different places of a document. Of two conflicting rules, the later one is refused. */
export function readRuleItems(
  items: readonly Reader[],
  context: RuleContext,
): readonly RuleInput[] | undefined {
  const rules = items.map((item) => readRule(item, context));
  refuseRepeatedRules(items, rules, context);
  const read = rules.filter((rule) => rule !== undefined);
  if (read.length !== items.length) return undefined;
  if (context.phase === CUSTOM_FIELDS_PHASE) checkFieldTotals(items, read, context.settings.model);
  return read;
}

function readRule(reader: Reader, context: RuleContext): RuleInput | undefined {
  const members = reader.members(RULE_MEMBERS);
  if (members === undefined) return undefined;
  const id = readRuleId(members.optional('id'), context.refs);
  // Clients send back whole rules that they read, and new ones with empty strings (docs/internals/service.md 3.2, 7.4).
  const version = members.optional('version')?.matching(/^\d*$/, 'decimal digits') || undefined;
  const ref = members.optional('ref')?.string() || undefined;
  const lastUpdated = members.optional('last_updated')?.string() || undefined;
  const action = readAction(members.required('action'), context);
  // A rule without expression is refused like one with a blank expression (docs/internals/service.md 3.2).
  const expression = readExpression(members.optional('expression') ?? reader.with('expression', ''), context);
  const description = members.optional('description')?.string() ?? '';
  const enabled = members.optional('enabled')?.boolean() ?? true;
  if (action === undefined) return undefined;
  const content = readContent(action, members, context);
  if (expression === undefined || content === undefined) return undefined;
  return {
    ...(id && { id }),
    ...(version && { version }),
    ...(ref && { ref }),
    action,
    expression,
    description,
    enabled,
    ...content,
    ...reader.future(),
    ...(lastUpdated && { last_updated: lastUpdated }),
  };
}

function readRuleId(reader: Reader | undefined, known: RuleContext['refs']): string | undefined {
  if (reader === undefined || reader.value === '') return undefined;
  const id = reader.matching(IDENTIFIER, `${IDENTIFIER_FORM}, empty or absent`);
  if (id === undefined || known === 'any' || known.has(id)) return id;
  return reader.refuse('the ruleset has no rule with this id');
}

/** Why a blank expression is refused (docs/internals/service.md 3.4). */
const BLANK_EXPRESSION = {
  specification: 'it must not be blank',
  today: 'the expression cannot be blank',
};

function readExpression(reader: Reader, { phase, settings }: RuleContext): string | undefined {
  const expression = reader.string();
  if (expression === undefined) return undefined;
  if (phase === CUSTOM_FIELDS_PHASE && expression !== 'true')
    return reader.refuse(`it must be 'true' in the phase ${phase}`, INVALID_EXPRESSION);
  if (expression.trim() === '') return reader.refuse(BLANK_EXPRESSION[settings.model], INVALID_EXPRESSION);
  return expression;
}

type ReadRules = readonly (RuleInput | undefined)[];

/**
 * Refuses duplicate ids and refs (docs/internals/service.md 3.2), and managed rulesets that two rules execute.
 */
function refuseRepeatedRules(items: readonly Reader[], rules: ReadRules, context: RuleContext): void {
  const { refs } = context;
  for (const [item, value] of repeated(items, rules, (rule) => rule.id))
    item.member('id').refuse(`another rule of the ruleset has '${value}'`);
  // Even if it was not sent: a rule without ref keeps the stored one.
  for (const [item, value] of repeated(items, rules, (rule) => rule.ref ?? keptRef(rule, refs)))
    item.with('ref', value).refuse(`another rule of the ruleset has '${value}'`);
  if (context.phase !== MANAGED_PHASE) return;
  // One deployment for each managed ruleset in a zone (docs/internals/service.md 3.2); a zone has one ruleset of the phase.
  for (const [item, value] of repeated(items, rules, executedRuleset))
    item.member('action_parameters').member('id').refuse(`another rule of the zone executes ${value}`);
}

/** The rules whose value an earlier rule has. */
function repeated(
  items: readonly Reader[],
  rules: ReadRules,
  valueOf: (rule: RuleInput) => string | undefined,
): readonly (readonly [Reader, string])[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const rule = rules[index];
    const value = rule && valueOf(rule);
    if (value === undefined) return [];
    if (seen.has(value)) return [[item, value] as const];
    seen.add(value);
    return [];
  });
}

/** The ref that a rule keeps if it is sent with only an id. */
function keptRef(rule: RuleInput, refs: RuleContext['refs']): string | undefined {
  if (rule.id === undefined) return undefined;
  return refs === 'any' ? rule.id : refs.get(rule.id);
}

function executedRuleset(rule: RuleInput): string | undefined {
  const id = rule.action_parameters?.['id'];
  return rule.action === 'execute' && typeof id === 'string' ? id : undefined;
}
