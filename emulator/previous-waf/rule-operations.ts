import { check } from '../checks/reader';
import { accepted } from '../service/refusal';
import { pageOf } from '../http/page-of';
import type { ZoneCall, ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { type PlacedRule, rulesOf } from './catalogue';
import { noRule } from './errors';
import { type ListQuery, PAGE_SIZES, equalTo, selectedItems, wordFor } from './list-query';
import { allowedRuleModes, readRuleMode, ruleMode, setRuleMode } from './modes';
import { namedPackage, PACKAGES_PATH } from './package-operations';
import type { PreviousWaf } from './previous-waf';
import { readOperation, writeOperation } from './waf-operation';

const RULES_PATH = `${PACKAGES_PATH}/:package/rules`;
const RULE_PATH = `${RULES_PATH}/:rule`;

/** The values of the parameter `mode` for the modes that somebody set. */
const SET_MODES = {
  DIS: ['disable', 'off'],
  SIM: ['simulate'],
  BLK: ['block'],
  CHL: ['challenge'],
} as const;

function ruleQuery(waf: PreviousWaf): ListQuery<PlacedRule> {
  return {
    search: {
      description: equalTo(({ rule }) => rule.description),
      mode: wordFor(SET_MODES, ({ rule }) => waf.ruleModes.get(rule.id)),
      priority: equalTo(({ position }) => String(position)),
      group_id: equalTo(({ group }) => group.id),
    },
    order: {
      priority: ({ position }) => position,
      group_id: ({ group }) => group.id,
      description: ({ rule }) => rule.description,
    },
  };
}

/** The rules of a package (docs/internals/service.md 7.7). */
const listRules = readOperation('waf.rules.list', RULES_PATH, (call) => {
  const waf = call.zone.previousWaf;
  const rules = selectedItems(call.query, rulesOf(namedPackage(call)), ruleQuery(waf));
  return pageOf(call.query, PAGE_SIZES, rules, (placed) => ruleView(waf, placed));
});

const getRule = readOperation('waf.rules.get', RULE_PATH, (call) => ({
  kind: 'result',
  result: ruleView(call.zone.previousWaf, namedRule(call)),
}));

const updateRule = writeOperation('waf.rules.update', 'PATCH', RULE_PATH, (call) => {
  const placed = namedRule(call);
  const { rule, pack } = placed;
  const mode = accepted(
    check(call.body, (reader) => {
      const sent = reader.members(['mode'])?.required('mode');
      return sent && readRuleMode(sent, pack);
    }),
  );
  if (call.dryRun) return { kind: 'result', result: null };
  timeOfWrite(call.service);
  setRuleMode(call.zone.previousWaf, rule, pack, mode);
  return { kind: 'result', result: ruleView(call.zone.previousWaf, placed) };
});

export const RULE_OPERATIONS: readonly ZoneOperation[] = [listRules, getRule, updateRule];

/** The rule that the path names, in the package that it names. @throws Refusal */
function namedRule(call: ZoneCall): PlacedRule {
  const id = call.parameters['rule'] ?? '';
  const placed = rulesOf(namedPackage(call)).find(({ rule }) => rule.id === id);
  if (placed === undefined) throw noRule(id);
  return placed;
}

/** Only a traditional rule has a `default_mode`, the meaning of its mode `default`. */
function ruleView(waf: PreviousWaf, { rule, group, pack, position }: PlacedRule): unknown {
  return {
    id: rule.id,
    description: rule.description,
    priority: String(position),
    group: { id: group.id, name: group.name },
    package_id: pack.id,
    mode: ruleMode(waf, rule, pack),
    allowed_modes: allowedRuleModes(pack),
    ...(pack.detectionMode === 'traditional' && { default_mode: rule.defaultMode }),
  };
}
