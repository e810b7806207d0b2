import type { Members } from '../checks/reader';
import { check } from '../checks/reader';
import { noPageRule } from '../errors/published-previous-waf';
import { refusedBody } from '../http/envelope';
import type { Answer, Call, Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import { pageRulesByPrecedence } from './effective-modes';
import { pageOf } from './paging';
import type { PageRule } from './previous-waf';
import type { PageRuleInput } from './read-page-rule';
import { PAGE_RULE_MEMBERS, readPageRule, readPageRuleChange } from './read-page-rule';
import { checkSameId } from './read-values';

const LIST_PATH = '/zones/:zone_id/pagerules';
const ONE_PATH = `${LIST_PATH}/:pagerule_id`;

/** Client libraries send these times with everything; they are taken and not used. */
const TIMES = ['created_on', 'modified_on'] as const;

/** What a new page rule is unless it says otherwise, as client libraries document it. */
const DEFAULTS = { priority: 1, status: 'disabled' } as const;

/** The page rules, the one that wins first (facts 4.4). They go on working after the migration. */
const listPageRules: Operation = {
  name: 'page.rules.list',
  method: 'GET',
  path: LIST_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:read',
  body: 'none',
  run: ({ zone, query }) => pageOf(query, pageRulesByPrecedence(zone.previousWaf), (rule) => rule),
};

const createPageRule: Operation = {
  name: 'page.rules.create',
  method: 'POST',
  path: LIST_PATH,
  identifiers: ['zone_id'],
  permission: 'waf:edit',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const sent = check(body, (reader) => {
      const members = reader.members([...TIMES, ...PAGE_RULE_MEMBERS]);
      readTimes(members);
      return members && readPageRule(members, DEFAULTS);
    });
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (dryRun) return { kind: 'result', result: null };
    const time = timeOfWrite(service);
    const rule = { id: service.identifiers.next(), ...sent.value, created_on: time, modified_on: time };
    zone.previousWaf.pageRules.set(rule.id, rule);
    return { kind: 'result', result: rule };
  },
};

const getPageRule: Operation = {
  name: 'page.rules.get',
  method: 'GET',
  path: ONE_PATH,
  identifiers: ['zone_id', 'pagerule_id'],
  permission: 'waf:read',
  body: 'none',
  run: (call) => {
    const rule = namedRule(call);
    return rule === undefined ? refuse(noPageRule()) : { kind: 'result', result: rule };
  },
};

/** Replaces the rule. */
const updatePageRule: Operation = {
  name: 'page.rules.update',
  method: 'PUT',
  path: ONE_PATH,
  identifiers: ['zone_id', 'pagerule_id'],
  permission: 'waf:edit',
  body: 'json',
  run: (call) => changed(call, (_reader, members) => readPageRule(members, DEFAULTS)),
};

/** Changes what is sent and keeps the rest. */
const changePageRule: Operation = {
  ...updatePageRule,
  method: 'PATCH',
  run: (call) => changed(call, readPageRuleChange),
};

const deletePageRule: Operation = {
  name: 'page.rules.delete',
  method: 'DELETE',
  path: ONE_PATH,
  identifiers: ['zone_id', 'pagerule_id'],
  permission: 'waf:edit',
  body: 'none',
  run: (call) => {
    const stored = namedRule(call);
    if (stored === undefined) return refuse(noPageRule());
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    call.zone.previousWaf.pageRules.delete(stored.id);
    return { kind: 'result', result: { id: stored.id } };
  },
};

export const PAGE_RULE_OPERATIONS: readonly Operation[] = [
  listPageRules,
  createPageRule,
  getPageRule,
  updatePageRule,
  changePageRule,
  deletePageRule,
];

function namedRule({ zone, parameters }: Call): PageRule | undefined {
  return zone.previousWaf.pageRules.get(parameters['pagerule_id'] ?? '');
}

function changed(
  call: Call,
  read: (...sent: Parameters<typeof readPageRuleChange>) => Partial<PageRuleInput> | undefined,
): Answer {
  const stored = namedRule(call);
  if (stored === undefined) return refuse(noPageRule());
  const sent = check(call.body, (reader) => {
    const members = reader.members(['id', ...TIMES, ...PAGE_RULE_MEMBERS]);
    checkSameId(members?.optional('id'), stored.id);
    readTimes(members);
    return members && read(reader, members);
  });
  if (!sent.ok) return refuse(refusedBody(sent.problems));
  if (call.dryRun) return { kind: 'result', result: null };
  const rule = { ...stored, ...sent.value, modified_on: timeOfWrite(call.service) };
  call.zone.previousWaf.pageRules.set(rule.id, rule);
  return { kind: 'result', result: rule };
}

function readTimes(members: Members<(typeof TIMES)[number]> | undefined): void {
  for (const time of TIMES) members?.optional(time)?.string();
}
