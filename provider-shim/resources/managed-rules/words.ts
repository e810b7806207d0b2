import {
  ACTION_EXECUTE,
  describeEntryPoint,
  managedRulesSchema,
  markedRef,
  PHASE_MANAGED_RULES,
  sameValue,
  type Explanation,
  type ManagedRules,
  type Problem,
} from '../../../schema';
import type { Rule } from '../../api';
import { listed } from '../messages';
import { ruleInWords as savedInWords, savedRule } from '../migration/rules';
import { keeperIn, type Owner } from '../rule-list/owner';
import { movedBlock, type ZoneList } from '../rule-list/words';
import { waysToForget } from '../suggested-blocks';
import { listDifferences, listRules, ruleInWords } from './rules';
import { keptSettings, type OtherRule, type ZoneRules } from './state';

/** The managed rules of a zone, for messages. */
export const MANAGED_RULES: ZoneList<ZoneRules> = {
  phase: PHASE_MANAGED_RULES,
  type: managedRulesSchema.type,
  code: 'managed_rules',
  what: 'managed rules',
  part: 'rules',
  own: 'them',
  mayFollow: 'an owner that keeps the rules of others',
  perOwner: ', or set others = "keep" and an owner in each',

  said: ({ rules }) => listRules(rules),
  saidOf: (rules) => (rules.length === 0 ? undefined : rules.map((rule) => `- ${inWords(rule)}`)),
  changes: (before, now) => listChanges(before, now),

  // The engine destroys one object and creates the other, in this order: the zone would be without protection.
  createdAnew: (zone) => ({
    path: ['zone_id'],
    message: `This plan destroys the managed rules of zone ${zone} at one address and creates them at another.`,
    hint:
      'Until they are created again, the zone would run no managed rules. If the resource was renamed or moved, add this ' +
      `block, with its old and its new address:\n${movedBlock(managedRulesSchema.type)}\n\n` +
      `Otherwise, or if it is the deposed object of an interrupted replacement, take the old one out of the state first: ${waysToForget(managedRulesSchema.type)}`,
  }),
};

/** What a zone has now, one line each, with what cannot be declared where the state has it. */
function listChanges(before: ZoneRules, now: ZoneRules): readonly string[] {
  const differences = listDifferences(before.rules, now.rules);
  if (!before.kept_settings) return differences;
  const [old, kept] = [before.kept_settings, now.kept_settings ?? {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(kept)])].sort();
  const [others, there] = [before.other_rules ?? [], now.other_rules ?? []];
  const isIn = (rules: readonly OtherRule[], { reason: _reason, ...rule }: OtherRule): boolean =>
    rules.some(({ reason: _other, ...one }) => sameValue(one, rule));
  return [
    ...differences,
    ...names.flatMap((name) =>
      old[name] === kept[name]
        ? []
        : [`~ ${name} keeps ${old[name] ?? 'nothing'} -> ${kept[name] ?? 'nothing'}`],
    ),
    ...others.filter((rule) => !isIn(there, rule)).map((rule) => `- ${otherInWords(rule)}`),
    ...there.filter((rule) => !isIn(others, rule)).map((rule) => `+ ${otherInWords(rule)}`),
  ];
}

function otherInWords({ id, reason, action, expression, action_parameters: parameters }: OtherRule): string {
  return `${id}: ${reason ?? `${action} where ${expression}: ${parameters}`}`;
}

/** Announces which rules of others go because they are kept no more. */
export function othersGo(zone: string, all: readonly OtherRule[], left: readonly OtherRule[]): Explanation {
  const going = all.filter((rule) => !left.includes(rule)).map(otherInWords);
  return {
    path: ['others'],
    message: `Zone ${zone} is to have exactly these managed rules: this plan removes ${going.length} of others.`,
    hint: `${listed(going)}\nTo keep them, keep others = "keep"; or declare them here.`,
  };
}

/** Warns of rules that the zone had before the object, and that it does not declare. */
export function importedGo(zone: string, rules: ManagedRules): Explanation {
  return {
    path: ['rules'],
    message: `This plan removes managed rules that zone ${zone} had before this resource: they are not declared.`,
    hint: `${listed(listRules(rules))}\nTo keep them, declare them. zonewright adopt writes all rules of a zone as a block.`,
  };
}

/** Warns of rules whose objects keep those of others, where an object is to have all of the zone. */
export function keptByOthers(zone: string, rules: readonly Rule[]): Explanation {
  const lines = rules.map(
    (rule) => `${markedRef(rule.ref)?.name} of ${keeperIn(rule.ref)}: ${inWords(rule)}`,
  );
  return {
    path: ['zone_id'],
    message: `Zone ${zone} has managed rules of another configuration, which keeps others.`,
    hint: `${listed(lines)}\nThis resource is to have all rules of the zone. To leave them, set others = "keep" and an owner.`,
  };
}

/** Refuses a change of the owner to one that has other rules in the zone: they would be taken away. */
export function ownerTaken(zone: string, { name = '' }: Owner, rules: ManagedRules): Explanation {
  return {
    path: ['owner'],
    message: `The owner ${JSON.stringify(name)} has other rules in zone ${zone} already.`,
    hint: `${listed(listRules(rules))}\nWith one owner, each of two objects would remove the rules of the other. Use another owner.`,
  };
}

/** Refuses rules that wait for each other: a zone executes a managed ruleset once. */
export function swapsRulesets(names: readonly string[]): Explanation {
  return {
    path: ['rules'],
    message: `The rules ${names.map((name) => JSON.stringify(name)).join(', ')} swap their managed rulesets, and a zone executes each once.`,
    hint: 'Beside the rules of others, each rule is changed alone. Swap their names as well, so that each keeps its managed ruleset; or apply without one of them first.',
  };
}

/** A rule in one line, with what attributes cannot express. */
function inWords(rule: Rule): string {
  const described = describeEntryPoint([rule]);
  const [own] = described.rules;
  const [kept] = Object.values(keptSettings(described));
  const does = own ? ruleInWords(own) : savedInWords(savedRule(rule));
  return `${does}${kept === undefined ? '' : `, and ${kept}`} (rule ${rule.id})`;
}

/** Reports rules that cannot be expressed and stay. */
export function othersStayUnchanged(zone: string, others: readonly OtherRule[]): Explanation {
  return {
    path: ['other_rules'],
    message: `Zone ${zone} has managed rules that zone_managed_rules cannot express. They stay as they are.`,
    hint: `${listed(others.map(({ id, reason }) => `${id}: ${reason}`))}\nThey are in other_rules.`,
  };
}

/** Managed rulesets that rules which stay beside the declared ones already execute: the service refuses a second one. */
export function deployedByOthers({ rules }: ZoneRules, others: readonly OtherRule[]): readonly Problem[] {
  const executing = others.filter(({ action }) => action === ACTION_EXECUTE);
  return executing.flatMap(({ id, action_parameters: parameters, reason }) => {
    const executed = (JSON.parse(parameters ?? '{}') as { readonly id?: unknown }).id;
    const deployed = [...rules.keys()].filter((index) => rules[index]?.execute?.ruleset_id === executed);
    return deployed.map((index) => ({
      code: 'managed_ruleset_deployed_by_another_rule',
      path: ['rules', index, 'execute', 'ruleset_id'],
      message: `Rule ${id ?? ''} of the zone already executes the managed ruleset ${String(executed)}, and stays, because ${reason ? `zone_managed_rules cannot express it: ${reason}` : 'it is of another owner'}.`,
      hint: `A zone deploys a managed ruleset at most once. ${reason ? 'Change that rule at the service so that it can be expressed, or delete it there' : 'Let its owner remove it, in an apply of its own'}, and plan again; or remove the rule here.`,
    }));
  });
}
