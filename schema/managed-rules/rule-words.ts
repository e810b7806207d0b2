import { canonicalJson, isRecord, type JsonObject } from '../description/value';
import { ACTION_EXECUTE, LATEST_VERSION } from '../zone/service';
import { describeEntryPoint } from './entry-point';
import { versionOf, type EntryPointRule, type Execute, type ManagedRule, type Skip } from './managed-rule';
import { membersOfOverrides } from './overrides';
import { wellKnownRuleset } from './well-known-rulesets';

/**
 * A rule in one line: what it executes or skips, and where. Nothing of it is cut: in what is left out, an exception could
 * switch everything off.
 *
 * @param after what one skips that skips all rules after it
 */
export function ruleInWords(
  { enabled, expression, execute, skip, logging }: ManagedRule,
  after = 'all rules after it',
): string {
  const does = execute
    ? executeInWords(execute)
    : `${skipInWords(skip, after)}${logging?.enabled === false ? ' without logging' : ''}`;
  return inPlace(enabled, does, expression);
}

/** The same of a rule as the service has it. What attributes cannot express is shown as JSON. */
export function entryPointRuleInWords(rule: EntryPointRule, after?: string): string {
  const { rules, kept } = describeEntryPoint([rule]);
  const [own] = rules;
  const { action, action_parameters: parameters = {}, enabled, expression } = rule;
  if (!own) return inPlace(enabled, `${action} ${canonicalJson(parameters)}`, expression);
  const more = Object.values(kept).map((each) => `, and ${canonicalJson(each)}`);
  return `${ruleInWords(own, after)}${more.join('')}`;
}

/**
 * The same of a rule as plan and state have it (`savedRuleAttributes`), or the JSON of a plan, where any of it may be
 * missing.
 */
export function savedRuleInWords(rule: JsonObject, after?: string): string {
  const { logging, ...parameters } = parametersIn(String(rule['action_parameters'] ?? '{}'));
  const read = {
    ...{ id: '', ref: '', description: '', logging, action_parameters: parameters },
    action: String(rule['action'] ?? ''),
    expression: String(rule['expression'] ?? ''),
    enabled: rule['enabled'] !== false,
  };
  return entryPointRuleInWords(read, after);
}

/** The rules of a zone in their order, each with how much it skips. */
export function savedRulesInWords(rules: readonly JsonObject[]): readonly string[] {
  const isExecuted = ({ action, enabled }: JsonObject): boolean =>
    action === ACTION_EXECUTE && enabled !== false;
  let after = rules.filter(isExecuted).length;
  return rules.map((rule) => {
    if (isExecuted(rule)) after -= 1;
    return savedRuleInWords(rule, AFTER[after] ?? `the ${after} managed rulesets after it`);
  });
}

const AFTER = ['nothing, because no managed ruleset comes after it,', 'the managed ruleset after it'];

function parametersIn(text: string): JsonObject {
  try {
    const parameters: unknown = JSON.parse(text);
    if (isRecord(parameters)) return parameters;
  } catch {
    // Shown as it is.
  }
  return { action_parameters: text };
}

function inPlace(enabled: boolean, does: string, given: string): string {
  const expression = given.trim().replace(/\s*[\r\n]\s*/g, ' ');
  return `${enabled ? '' : 'disabled: '}${does} ${expression === 'true' ? 'everywhere' : `where ${expression}`}`;
}

function called(id: string): string {
  return wellKnownRuleset(id)?.name ?? id;
}

function executeInWords({ ruleset_id: id, version, matched_data: matched, ...rest }: Execute): string {
  const { ruleset, categories, rules } = membersOfOverrides(rest.overrides ?? null);
  const { paranoia_level: level = null, ...score } = rest.core_rule_set ?? {};
  const settings = [
    ...(versionOf(version) === LATEST_VERSION ? [] : [`version ${version}`]),
    ...(level === null ? [] : [`paranoia level ${level}`]),
    ...changesInWords(score),
    ...changesInWords(ruleset).map((change) => `all ${change}`),
    ...byChange(categories).map(([change, names]) => `${listed(names, 'category', 'categories')} ${change}`),
    ...byChange(rules).map(([change, ids]) => `${rulesInWords(ids)} ${change}`),
    ...(matched ? [`matched data for the key ${matched.public_key}`] : []),
  ];
  return `${called(id)}${settings.length === 0 ? '' : ` (${settings.join(', ')})`}`;
}

function skipInWords(skip: Skip | null, after: string): string {
  const { ruleset = null, rulesets, rules, phases, products } = skip ?? {};
  const skipped = [
    ...(ruleset === null ? [] : [after]),
    ...(rulesets ?? []).map(called),
    ...Object.entries(rules ?? {}).map(([id, ids]) => `${rulesInWords(ids)} of ${called(id)}`),
    ...(phases?.length ? [listed(phases, 'the phase', 'the phases')] : []),
    ...(products?.length ? [listed(products, 'the product', 'the products')] : []),
  ];
  return `skips ${skipped.join(', ')}`;
}

/** What the members of an override do. */
const CHANGES: Readonly<Record<string, (value: unknown) => string>> = {
  enabled: (value) => (value === true ? 'on' : 'off'),
  sensitivity_level: (value) => `at sensitivity ${String(value)}`,
  score_threshold: (value) => `score threshold ${String(value)}`,
  action: (value) => (value === 'log' ? 'log only' : `set to ${String(value)}`),
};

function changesInWords(members: object): readonly string[] {
  const values: JsonObject = { ...members };
  return Object.entries(CHANGES).flatMap(([name, inWords]) =>
    (values[name] ?? null) === null ? [] : [inWords(values[name])],
  );
}

/** What overrides do, each with the names of those that it is done with. */
function byChange(all: Readonly<Record<string, JsonObject>>): readonly (readonly [string, string[]])[] {
  const named = new Map<string, string[]>();
  for (const [name, members] of Object.entries(all)) {
    const change = changesInWords(members).join(' and ');
    if (change !== '') named.set(change, [...(named.get(change) ?? []), name]);
  }
  return [...named];
}

/** Of more than two rules their number is said: nothing says what they are called. */
function rulesInWords(ids: readonly string[]): string {
  return ids.length > 2 ? `${ids.length} rules` : listed(ids, 'rule', 'rules');
}

function listed(names: readonly string[], one: string, several: string): string {
  const all = names.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return `${names.length === 1 ? one : several} ${all}`;
}
