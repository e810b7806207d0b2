import { check } from '../checks/reader';
import { noRule } from '../errors/published-previous-waf';
import type { Refusal } from '../errors/refusal';
import { refusedBody } from '../http/envelope';
import type { Call, Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import type { PlacedRule } from './catalogue-look-up';
import { rulesOf } from './catalogue-look-up';
import { ruleMode } from './effective-modes';
import { allowedRuleModes, readRuleMode, setRuleMode } from './modes';
import { namedPackage } from './named-package';
import { PACKAGES_PATH } from './package-operations';
import { pageOf } from './paging';
import type { PreviousWaf } from './previous-waf';

const RULES_PATH = `${PACKAGES_PATH}/:package_id/rules`;
const RULE_PATH = `${RULES_PATH}/:rule_id`;

/** The rules of a package (docs/service.md 7.7). */
export const listRules: Operation = {
  name: 'waf.rules.list',
  method: 'GET',
  path: RULES_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:read',
  body: 'none',
  run: (call) => {
    const named = namedPackage(call);
    if ('refusal' in named) return refuse(named.refusal);
    return pageOf(call.query, rulesOf(named.pack), (placed) => ruleView(call.zone.previousWaf, placed));
  },
};

export const getRule: Operation = {
  name: 'waf.rules.get',
  method: 'GET',
  path: RULE_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:read',
  body: 'none',
  run: (call) => {
    const placed = namedRule(call);
    if ('refusal' in placed) return refuse(placed.refusal);
    return { kind: 'result', result: ruleView(call.zone.previousWaf, placed) };
  },
};

export const updateRule: Operation = {
  name: 'waf.rules.update',
  method: 'PATCH',
  path: RULE_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:edit',
  body: 'json',
  run: (call) => {
    const placed = namedRule(call);
    if ('refusal' in placed) return refuse(placed.refusal);
    const { rule, pack } = placed;
    const sent = check(call.body, (reader) => {
      const mode = reader.members(['mode'])?.required('mode');
      return mode && readRuleMode(mode, pack);
    });
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    setRuleMode(call.zone.previousWaf, rule, pack, sent.value);
    return { kind: 'result', result: ruleView(call.zone.previousWaf, placed) };
  },
};

function namedRule(call: Call): PlacedRule | { readonly refusal: Refusal } {
  const named = namedPackage(call);
  if ('refusal' in named) return named;
  const ruleId = call.parameters['rule_id'] ?? '';
  return rulesOf(named.pack).find(({ rule }) => rule.id === ruleId) ?? { refusal: noRule(ruleId) };
}

/** Only a traditional rule has a `default_mode`: what its mode `default` stands for. */
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
