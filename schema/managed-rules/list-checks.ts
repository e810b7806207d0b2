import type { Check } from '../description/attribute';
import { oneProblem, type Problem, under } from '../description/problem';
import { isKnown, isRecord, isUnknown, isWhollyKnown, type JsonObject } from '../description/value';

/** The name of a rule: part of its `ref`. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** The greatest length of a name. */
export const MAX_RULE_NAME = 64;

/** Whether a text may be the name of a rule. */
export function isRuleName(text: string): boolean {
  return text.length <= MAX_RULE_NAME && NAME.test(text);
}

/** Checks the name of a rule. */
export function ruleName(value: string): readonly Problem[] {
  if (isRuleName(value)) return [];
  return oneProblem(
    'rule_name_malformed',
    `${JSON.stringify(value)} cannot be the name of a rule.`,
    'A name has 1 to 64 letters (a to z, A to Z), digits, "_", "-" and ".", and begins with a letter, a digit or "_".',
  );
}

/** Checks the owner of rules beside those of others: the mark in the `ref` of its rules has it. */
export function ruleOwner(value: string): readonly Problem[] {
  // An id is longer, so that none is taken for an owner.
  if (value.length <= 30 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)) return [];
  return oneProblem(
    'owner_malformed',
    `${JSON.stringify(value)} cannot be an owner.`,
    'An owner has 1 to 30 lower-case letters (a to z), digits and single "-" between them, such as "team-a".',
  );
}

/** The list of rules in a configuration, where any part may be unknown. */
type Rules = readonly unknown[];

/** Checks that each rule executes or skips, and that names and managed rulesets are in the list once. */
export const listChecks: readonly Check<Rules>[] = [
  (rules) => eachOf(rules, actionProblems),
  (rules) => repeated(rules, ({ name }) => name, sameName),
  (rules) => repeated(rules, executedBy, sameRuleset),
];

function eachOf(
  rules: Rules,
  problems: (rule: JsonObject, index: number) => readonly Problem[],
): readonly Problem[] {
  return rules.flatMap((rule, index) =>
    isRecord(rule) ? problems(rule, index).map((problem) => under([index], problem)) : [],
  );
}

function actionProblems({ execute, skip, expression, logging }: JsonObject): readonly Problem[] {
  if (isKnown(execute) && isKnown(skip)) return TWO_ACTIONS;
  if ([execute, skip].every((action) => !isKnown(action) && !isUnknown(action))) return NO_ACTION;
  if (isKnown(execute) && isKnown(logging)) return MISPLACED_LOGGING;
  return isKnown(skip) && !isKnown(expression) && !isUnknown(expression) ? NO_EXPRESSION : [];
}

const TWO_ACTIONS = oneProblem(
  'rule_two_actions',
  'execute and skip are both set.',
  'A rule does one of the two. Make two rules of it: what skips affects the rules after it.',
);

const NO_ACTION = oneProblem(
  'rule_without_action',
  'Neither execute nor skip is set.',
  'Set execute, with the ruleset_id of the managed ruleset to run; or skip, with what the requests skip.',
);

const MISPLACED_LOGGING = oneProblem(
  'logging_misplaced',
  'logging is set for a rule with execute.',
  'Only what a rule with skip lets through is logged or not. Remove logging.',
  ['logging'],
);

const NO_EXPRESSION = oneProblem(
  'rule_without_expression',
  'There is no expression, so nothing says which requests skip.',
  'Set expression of the rule; expression = "true" is all requests.',
  ['skip'],
);

/** Problems of rules that have what an earlier one has. */
function repeated(
  rules: Rules,
  of: (rule: JsonObject) => unknown,
  problems: (value: string, rule: JsonObject, first: JsonObject) => readonly Problem[],
): readonly Problem[] {
  const first = new Map<unknown, JsonObject>();
  return eachOf(rules, (rule) => {
    const value = of(rule);
    if (typeof value !== 'string') return [];
    const other = first.get(value);
    if (other === undefined) first.set(value, rule);
    return other === undefined ? [] : problems(value, rule, other);
  });
}

function executedBy(rule: unknown): unknown {
  return isRecord(rule) && isRecord(rule['execute']) ? rule['execute']['ruleset_id'] : undefined;
}

function sameName(name: string): readonly Problem[] {
  return oneProblem(
    'rule_name_repeated',
    `Several rules have the name ${JSON.stringify(name)}.`,
    'Rename all but one: a rule is known by its name.',
    ['name'],
  );
}

function sameRuleset(id: string, { name }: JsonObject, { name: other }: JsonObject): readonly Problem[] {
  return oneProblem(
    'managed_ruleset_deployed_twice',
    `The rules ${quoted(other)} and ${quoted(name)} execute the same managed ruleset, ${id}.`,
    'A zone deploys a managed ruleset at most once, whatever the expressions. Keep one of them; for requests that ' +
      'should skip it, or some of its rules, add a rule with skip before it.',
    ['execute', 'ruleset_id'],
  );
}

function quoted(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(name) : 'whose name is not known yet';
}

/**
 * Rules that skip nothing, because what they skip is not executed after them (docs/internals/service.md 6.2). For
 * warnings: the service accepts them. Those of a configuration that is not wholly known are left out.
 */
export function exceptionsWithoutEffect({ rules }: JsonObject): readonly Problem[] {
  if (!Array.isArray(rules) || !isWhollyKnown(rules)) return [];
  return eachOf(rules, ({ name, skip }, index) => {
    if (!isRecord(skip)) return [];
    const after = (rules as Rules).slice(index + 1).flatMap((rule) => executedBy(rule) ?? []);
    const { ruleset, rulesets, rules: byRuleset, phases, products } = skip;
    const more = [phases, products].some((names) => Array.isArray(names) && names.length > 0);
    const skipped = [
      ...(Array.isArray(rulesets) ? (rulesets as readonly string[]) : []),
      ...(isRecord(byRuleset) ? Object.keys(byRuleset) : []),
    ];
    const missing = skipped.filter((id) => !after.includes(id));
    const isAllInVain = isKnown(ruleset) && after.length === 0 && !more;
    if (!isAllInVain && missing.length === 0) return [];
    const [what, todo] = isAllInVain
      ? [': no managed ruleset is executed after it', 'Move it before them, or remove it.']
      : [
          ` on ${missing.join(', ')}, which no rule after it executes`,
          'Execute the managed ruleset after it, move it, or remove what it skips in vain.',
        ];
    return oneProblem(
      'exception_without_effect',
      `The rule ${quoted(name)} has no effect${what}.`,
      `A rule with skip affects the rules after it. ${todo}`,
    );
  }).map((problem) => under(['rules'], problem));
}

/** The value of `others` with which the rules of others stay. */
export const KEEP_OTHERS = 'keep';

/** Checks that rules beside those of others have an owner, and that others have neither owner nor placement. */
export function ownerOfKept({ others, owner, placement }: JsonObject): readonly Problem[] {
  const isGiven = (value: unknown): boolean => isKnown(value) || isUnknown(value);
  if (isUnknown(others) || (others === KEEP_OTHERS && isGiven(owner))) return [];
  if (others === KEEP_OTHERS)
    return oneProblem(
      'owner_missing',
      `others is "${KEEP_OTHERS}", but there is no owner.`,
      'Set owner to a short name, such as "team-a": it says which rules of the zone are those of this object.',
      ['owner'],
    );
  // Another value is an error of its own.
  if (isKnown(others) && others !== 'remove') return [];
  const given = Object.entries({ owner, placement }).filter(([, value]) => isGiven(value));
  return given.flatMap(([name]) =>
    oneProblem(
      `${name}_without_keep`,
      `${name} is set, but the rules of others are removed.`,
      `Set others = "${KEEP_OTHERS}" to manage rules beside those of others, or remove ${name}.`,
      [name],
    ),
  );
}

/** Checks that there is a rule. */
export function someRule({ rules }: JsonObject): readonly Problem[] {
  if (isUnknown(rules) || (Array.isArray(rules) && rules.length > 0)) return [];
  return oneProblem(
    'no_managed_rules',
    'There are no managed rules: rules is empty.',
    'Add at least one rule. To deploy nothing, remove the resource.',
  );
}
