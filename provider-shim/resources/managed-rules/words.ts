import {
  ACTION_EXECUTE,
  entryPointRuleInWords,
  isRecord,
  managedRulesSchema,
  markedRef,
  PHASE_MANAGED_RULES,
  sameValue,
  savedRuleInWords,
  type Explanation,
  type ManagedRules,
  type Problem,
} from '../../../schema';
import type { Rule } from '../../api';
import { listed } from '../messages';
import { keeperIn } from '../rule-list/owner';
import type { ZoneList } from '../rule-list/words';
import { listDifferences, listRules } from './rules';
import type { OtherRule, ZoneRules } from './state';

/** The managed rules of a zone, for messages. */
export const MANAGED_RULES = {
  phase: PHASE_MANAGED_RULES,
  schema: managedRulesSchema,
  what: 'managed rules',

  said: ({ rules }) => listRules(rules),
  changes: listChanges,
  // The engine destroys one object and creates the other, in this order: the zone would be without protection.
  mustNotPause: true,
} satisfies ZoneList<ZoneRules>;

/** What differs between two zones, one line each, with what cannot be declared where the state has it. */
function listChanges(before: ZoneRules, now: ZoneRules): readonly string[] {
  const differences = listDifferences(before.rules, now.rules);
  if (!before.other_rules) return differences;
  const [others, there] = [before.other_rules, now.other_rules ?? []];
  const isIn = (rules: readonly OtherRule[], { reason: _reason, ...rule }: OtherRule): boolean =>
    rules.some(({ reason: _other, ...one }) => sameValue(one, rule));
  return [
    ...differences,
    ...others.filter((rule) => !isIn(there, rule)).map((rule) => `- ${otherInWords(rule)}`),
    ...there.filter((rule) => !isIn(others, rule)).map((rule) => `+ ${otherInWords(rule)}`),
  ];
}

function otherInWords({ id, owner, reason, ...rule }: OtherRule): string {
  return `${id}${owner === null ? '' : ` of ${owner}`}: ${reason ?? savedRuleInWords(rule)}`;
}

/** Announces which rules of others go because they are kept no more. */
export function othersGo(zone: string, going: readonly OtherRule[]): Explanation {
  return {
    path: ['others'],
    message: `Zone ${zone} is to have exactly these managed rules: this plan removes ${going.length} of others.`,
    hint: `${listed(going.map(otherInWords))}\nTo keep them, keep others = "keep". One that is declared here is made again.`,
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

/** Announces which rules an object leaves to others. */
export function undeclaredStay(zone: string, rules: ManagedRules): Explanation {
  return {
    path: ['others'],
    message: `Zone ${zone} keeps managed rules that are not declared: others = "keep".`,
    hint: `${listed(listRules(rules))}\nThey are in other_rules then.`,
  };
}

/** Warns of an object of another state that is to have all rules of the zone. */
export function removesOthers(zone: string, rules: readonly Rule[]): Explanation {
  return {
    path: ['zone_id'],
    message: `Another configuration has all managed rules of zone ${zone}, and its next apply removes these.`,
    hint: `${listed(rules.map(inWords))}\nFirst let it set others = "keep" and an owner, and apply.`,
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
    hint: `${listed(lines)}\nThis resource is to have all rules of the zone. To leave them, set others = "keep" and an owner, and import by ZONE_ID/OWNER.`,
  };
}

/** Refuses a value that says which rules go. */
export const OTHERS_UNKNOWN: Explanation = {
  path: ['others'],
  message: 'others is known only after apply, so this plan cannot show which rules of others it removes.',
  hint: 'Write "keep" or "remove"; or first apply what it comes from (-target), and plan again.',
};

/** Refuses rules that wait for each other: a zone executes a managed ruleset once. */
export function swapsRulesets(names: readonly string[]): Explanation {
  return {
    path: ['rules'],
    message: `The rules ${names.map((name) => JSON.stringify(name)).join(', ')} swap their managed rulesets, and a zone executes each once.`,
    hint: 'Beside the rules of others, each rule is changed alone. Swap their names as well, so that each keeps its managed ruleset; or apply without one of them first.',
  };
}

/** Rules in a line each, with what attributes cannot express; undefined where there are none. */
export function rulesInWords(rules: readonly Rule[]): readonly string[] | undefined {
  return rules.length === 0 ? undefined : rules.map((rule) => `- ${inWords(rule)}`);
}

function inWords(rule: Rule): string {
  return `${entryPointRuleInWords(rule)} (rule ${rule.id})`;
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
  return executing.flatMap(({ id, action_parameters: parameters, owner, reason }) => {
    const given: unknown = JSON.parse(parameters ?? '{}');
    const executed = isRecord(given) ? given['id'] : undefined;
    const deployed = [...rules.keys()].filter((index) => rules[index]?.execute?.ruleset_id === executed);
    return deployed.map((index) => ({
      code: 'managed_ruleset_deployed_by_another_rule',
      path: ['rules', index, 'execute', 'ruleset_id'],
      message: `Rule ${id ?? ''} of the zone already executes the managed ruleset ${String(executed)}, and stays, because ${reason ? `zone_managed_rules cannot express it: ${reason}` : `it is of ${owner === null ? 'somebody else' : `the owner ${JSON.stringify(owner)}`}`}.`,
      hint: `A zone deploys a managed ruleset at most once. ${reason ? 'Change that rule at the service so that it can be expressed, or delete it there' : 'Let its owner remove it, in an apply of its own'}, and plan again; or remove the rule here.`,
    }));
  });
}
