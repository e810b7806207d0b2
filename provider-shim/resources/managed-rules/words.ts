import {
  ACTION_EXECUTE,
  describeEntryPoint,
  managedRulesSchema,
  markedRef,
  PHASE_MANAGED_RULES,
  sameValue,
  type Explanation,
  type Problem,
} from '../../../schema';
import type { Rule } from '../../api';
import { waysToForget } from '../../sdk/framework';
import { createInstead, importIdMalformed } from '../import-id';
import { listed } from '../messages';
import { ruleInWords as savedInWords, savedRule } from '../migration/rules';
import type { Words } from '../rule-list/kind';
import { keeperIn } from '../rule-list/owner';
import type { ZoneList } from '../rule-list/words';
import { listDifferences, listRules, ruleInWords } from './rules';
import { keptSettings, type OtherRule, type ZoneRules } from './state';

/** The block that keeps an object whose address changes. */
const MOVED = '  moved {\n    from = zone_managed_rules.OLD\n    to   = zone_managed_rules.NEW\n  }';

/** What rules of another object mean: if the apply destroys it in another process, which comes first is chance. */
const OF_ANOTHER =
  'Another zone_managed_rules object wrote them. If this plan destroys it, as after a rename, the zone may have no ' +
  `managed rules for a moment. Add this block instead, with its old and its new address:\n\n${MOVED}`;

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** The managed rules of a zone, for messages. */
export const MANAGED_RULES: ZoneList = {
  phase: PHASE_MANAGED_RULES,
  type: managedRulesSchema.type,
  code: 'managed_rules',
  what: 'managed rules',
  part: 'rules',
  own: 'them',
};

/** What messages say of the managed rules of a zone. */
export const managedRulesWords: Words<ZoneRules> = {
  said: ({ rules }) => listRules(rules),

  left(rules) {
    if (rules.length === 0) return undefined;
    const described = describeEntryPoint(rules);
    const others = described.others.map(({ rule, reason }) => `${rule.id}: ${reason}`);
    return [listed([...listRules(described.rules), ...others])];
  },

  declaredTwice(zone, { one, other }) {
    const [first, second] = [one, other].map((has) => (has === 'unknown' ? undefined : has.owner));
    if (first && first === second) return sameOwner(zone, first);
    const said = (has: ZoneRules | 'unknown'): string =>
      has === 'unknown' ? '  rules that are known after apply' : indented(listRules(has.rules)).join('\n');
    return {
      path: ['zone_id'],
      message: `Two resources of this configuration declare the managed rules of zone ${zone}${first || second ? ', and only one of them keeps the rules of others' : ''}.`,
      hint:
        `One has:\n${said(one)}\nThe other has:\n${said(other)}\nA zone has one list of managed rules, so each apply would ` +
        'overwrite one with the other. Keep one resource that has all of them, or set others = "keep" and an owner in each.\n' +
        `To remove the other without touching the zone, ${waysToForget(managedRulesSchema.type)}`,
    };
  },

  // The engine destroys one object and creates the other, in this order: the zone would be without protection.
  createdAnew: (zone) => ({
    path: ['zone_id'],
    message: `This plan destroys the managed rules of zone ${zone} at one address and creates them at another.`,
    hint:
      'Until they are created again, the zone would run no managed rules. If the resource was renamed or moved, add this ' +
      `block, with its old and its new address:\n\n${MOVED}\n\n` +
      `Otherwise, or if it is the deposed object of an interrupted replacement, take the old one out of the state first: ${waysToForget(managedRulesSchema.type)}`,
  }),

  becomeItsOwn: (ofAnother, keepsOthers) =>
    keepsOthers
      ? 'an interrupted run left them, and they keep their ids. If another configuration has this owner, use another one.'
      : 'apply writes them again, with new ids, and destroying it deletes them. To keep the ' +
        `ids, import the zone instead.${ofAnother ? `\n${OF_ANOTHER}` : ''}`,

  othersInTheWay: (zone, staying) => ({
    path: ['zone_id'],
    message: `The managed rules of zone ${zone} cannot be replaced: beside them are rules that this resource did not write.`,
    hint: [
      ...indented(listRules(staying.rules)),
      '',
      'A replacement deletes the rules of this resource, and would not create them again beside others.',
      'Apply without -replace (or untaint the resource; after a rename, add a moved block): an update keeps the rules that are declared and removes the others.',
    ].join('\n'),
  }),

  changedSincePlan: (zone, before, existing) => ({
    path: ['zone_id'],
    message: `The managed rules of zone ${zone} changed since this plan was made.`,
    hint: [
      'The zone has now, compared with what the plan was made for:',
      ...indented(existing ? listChanges(before, existing) : ['There are none now.']),
      '',
      'They were left as they are. Plan again: the new plan shows what would change now.',
    ].join('\n'),
  }),

  changes: (before, now) => [...indented(listChanges(before, now)), '', 'Rules that others added stay.'],

  overwritten(zone, { before, theirs, now }) {
    const shown = (rules: readonly Rule[]): string =>
      rules.length === 0 ? '  no rules' : rules.map((rule) => `  - ${inWords(rule)}`).join('\n');
    return {
      path: ['zone_id'],
      message: `Somebody else changed the managed rules of zone ${zone} during this apply, and apply overwrote that change.`,
      hint: [
        `Before both:\n${shown(before)}`,
        `Theirs:\n${theirs ? shown(theirs) : '  not known, because the service does not return that version'}`,
        `Now:\n${shown(now)}`,
        '',
        'To restore their change, add it to the configuration and apply. A zone has one list of managed rules: keep it in one place.',
      ].join('\n'),
    };
  },

  idMalformed: (id) =>
    importIdMalformed(
      id,
      'a zone id',
      'Import managed rules by the id of their zone, such as "023e105f4ecef8ad9ca31a8372d0c353": 32 hexadecimal digits. Behind it may be "/" and an owner that keeps the rules of others.',
    ),

  nothingToImport: (zone, isMoved, owner) => ({
    code: 'nothing_to_import',
    message: `Zone ${zone} has no managed rules ${owner ? `of the owner ${JSON.stringify(owner)}` : 'that zone_managed_rules can express'}, so there is nothing to import.`,
    hint: createInstead(isMoved, 'the rules'),
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

/** Refuses two resources with one owner: each would take away what the other has. */
function sameOwner(zone: string, owner: string): Explanation {
  return {
    path: ['owner'],
    message: `Two resources of this configuration have the owner ${JSON.stringify(owner)} in zone ${zone}.`,
    hint: `The owner says whose a rule is. Use another one, or keep one resource. If it was renamed, add this block:\n\n${MOVED}`,
  };
}

/** Announces which rules of others go because they are kept no more. */
export function othersGo(zone: string, all: readonly OtherRule[], left: readonly OtherRule[]): Explanation {
  const lines = all.filter((rule) => !left.includes(rule)).map((rule) => `  - ${otherInWords(rule)}`);
  return {
    path: ['others'],
    message: `Zone ${zone} is to have exactly these managed rules: this plan removes ${lines.length} of others.`,
    hint: [...lines, 'To keep them, keep others = "keep"; or declare them here.'].join('\n'),
  };
}

/** Warns of rules whose objects keep those of others, where an object is to have all of the zone. */
export function keptByOthers(zone: string, rules: readonly Rule[]): Explanation {
  const lines = rules.map(
    (rule) => `  - ${markedRef(rule.ref)?.name} of ${keeperIn(rule.ref)}: ${inWords(rule)}`,
  );
  return {
    path: ['zone_id'],
    message: `Zone ${zone} has managed rules of another configuration, which keeps others.`,
    hint: [
      ...lines,
      'This resource is to have all rules of the zone. To leave them, set others = "keep" and an owner.',
    ].join('\n'),
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
      hint:
        'A zone deploys a managed ruleset at most once. Change that rule at the service so that it can be expressed, or ' +
        'delete it there, and plan again; or remove the rule here.',
    }));
  });
}
