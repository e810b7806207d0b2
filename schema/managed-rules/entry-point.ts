import { byName, isRecord, type JsonObject } from '../description/value';
import { ACTION_SKIP } from '../zone/service';
import { deploymentOf, type Deployment, type EntryPointRule, type Expressed } from './deployment';
import { exceptionOf, type Exception } from './exception';
import { namesForRules } from './rule-names';

/** The managed rules of a zone as deployments and exceptions. */
export interface ManagedRules {
  readonly deployments: Readonly<Record<string, Deployment>>;
  readonly exceptions: Readonly<Record<string, Exception>>;
  /** The names of both, in the order of the service. */
  readonly order: readonly string[];
}

/** An entry point as deployments and exceptions, and the rules that cannot be expressed. */
export interface DescribedEntryPoint extends ManagedRules {
  /** The ids of the rules, by their names, also of named rules that cannot be expressed any more. */
  readonly ruleIds: Readonly<Record<string, string>>;
  /** What rules have besides, which is kept as it is: by their names. */
  readonly kept: Readonly<Record<string, JsonObject>>;
  /** Rules that cannot be expressed, in order. */
  readonly others: readonly { readonly rule: EntryPointRule; readonly reason: string }[];
}

export interface DescribeOptions {
  /** The name of a rule that has one already; undefined for the rules of others. */
  readonly nameOf?: (rule: EntryPointRule) => string | undefined;
  /** How the rules were written so far. */
  readonly prior?: ManagedRules | undefined;
  /** The name of a managed ruleset at the service, as far as it is known. */
  readonly rulesetName?: (id: string) => string | undefined;
}

/**
 * The rules of an entry point as deployments and exceptions. Rules of others get names for people. Of a rule with a name
 * that cannot be expressed any more only the id is returned: saving the rules sets it back or deletes it.
 */
export function describeEntryPoint(
  rules: readonly EntryPointRule[],
  { nameOf, prior, rulesetName }: DescribeOptions = {},
): DescribedEntryPoint {
  const taken = new Set(rules.flatMap((rule) => nameOf?.(rule) ?? []));
  const found = {
    deployments: byName<Deployment>(),
    exceptions: byName<Exception>(),
    order: [] as string[],
    ruleIds: byName<string>(),
    kept: byName<JsonObject>(),
    others: [] as { rule: EntryPointRule; reason: string }[],
  };
  const all = rules.map((rule) => {
    const known = nameOf?.(rule);
    return { rule, known, expressed: expressedRule(rule, known, prior) };
  });
  const unnamed = all.filter(({ known, expressed }) => known === undefined && !('reason' in expressed));
  const names = namesForRules(
    unnamed.map(({ rule }) => rule),
    taken,
    rulesetName,
  );
  for (const { rule, known, expressed } of all) {
    if ('reason' in expressed) {
      if (known === undefined) found.others.push({ rule, reason: expressed.reason });
      else found.ruleIds[known] = rule.id;
      continue;
    }
    const name = known ?? names.get(rule) ?? rule.id;
    if (expressed.kind === 'exception') found.exceptions[name] = expressed.value;
    else found.deployments[name] = expressed.value;
    found.order.push(name);
    found.ruleIds[name] = rule.id;
    const kept = { ...furtherMembers(rule), ...expressed.kept };
    if (Object.keys(kept).length > 0) found.kept[name] = kept;
  }
  return found;
}

type ExpressedRule =
  | (Expressed<Exception> & { readonly kind: 'exception' })
  | (Expressed<Deployment> & { readonly kind: 'deployment' });

function expressedRule(
  rule: EntryPointRule,
  name: string | undefined,
  prior: ManagedRules | undefined,
): ExpressedRule {
  const before = <T>(all: Readonly<Record<string, T>> | undefined): T | undefined =>
    all && name !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;
  if (rule.action === ACTION_SKIP)
    return { kind: 'exception', ...exceptionOf(rule, before(prior?.exceptions)) };
  return { kind: 'deployment', ...deploymentOf(rule, before(prior?.deployments)) };
}

/** Members of a rule that attributes express, and those that the service sets. */
export const OF_RULE: readonly string[] = [
  'id',
  'version',
  'ref',
  'action',
  'expression',
  'description',
  'enabled',
  'action_parameters',
  'last_updated',
];

/** What a rule has besides. That an exception logs is the default, and not shown (docs/internals/service.md 3.2). */
function furtherMembers(rule: EntryPointRule): JsonObject {
  const further = Object.entries(rule).filter(
    ([name, value]) => !OF_RULE.includes(name) && value !== null && value !== undefined,
  );
  return Object.fromEntries(
    further.filter(([name, value]) => !(name === 'logging' && isDefaultLogging(value))),
  );
}

function isDefaultLogging(value: unknown): boolean {
  return isRecord(value) && value['enabled'] === true && Object.keys(value).length === 1;
}

/** The order of a configuration that declares none: the exceptions by name, then the deployments by name. */
export function defaultOrder(rules: {
  readonly deployments: object;
  readonly exceptions: object;
}): readonly string[] {
  return [...Object.keys(rules.exceptions).sort(), ...Object.keys(rules.deployments).sort()];
}
