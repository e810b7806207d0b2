import { checkSameId } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import { pageOf } from '../http/page-of';
import type { ZoneOperation } from '../service/operation';
import type { Zone } from '../service/zone';
import { noPageRule } from './errors';
import { type ListQuery, PAGE_SIZES, selectedItems, wordFor } from './list-query';
import { type PageRule, pageRulesByPrecedence } from './previous-waf';
import { type PageRuleInput, PAGE_RULE_MEMBERS, readPageRule, readPageRuleChange } from './read-page-rule';
import type { Changed, StoredItems } from './stored-item-operations';
import { changeOperation, createOperation, deleteOperation, getOperation } from './stored-item-operations';
import { readOperation } from './waf-operation';

const PAGE_RULES: StoredItems<PageRule> = {
  name: 'page.rules',
  path: '/zones/:zone_id/pagerules',
  parameter: 'pagerule_id',
  itemsOf: (waf) => waf.pageRules,
  missing: noPageRule,
  view: (rule) => rule,
};

/** Client libraries send these times with everything; they are accepted and ignored. */
const TIMES = ['created_on', 'modified_on'] as const;

/** The defaults of a new page rule, as client libraries document them. */
const DEFAULTS = { priority: 1, status: 'disabled' } as const;

const QUERY: ListQuery<PageRule> = {
  search: { status: wordFor({ active: ['active'], disabled: ['disabled'] }, ({ status }) => status) },
  order: { priority: ({ priority }) => priority, status: ({ status }) => status },
  direction: 'desc',
};

/**
 * The page rules, highest priority first (docs/internals/service.md 7.9). The published list has no pages: it is cut into them
 * only if the query asks for that. Page rules continue to work after the migration.
 */
const listPageRules = readOperation('page.rules.list', PAGE_RULES.path, ({ zone, query }) => {
  const ascending = pageRulesByPrecedence(zone.previousWaf).toReversed();
  const rules = selectedItems(query, ascending, QUERY);
  const isPaged = query.has('page') || query.has('per_page');
  return isPaged ? pageOf(query, PAGE_SIZES, rules, (rule) => rule) : { kind: 'result', result: rules };
});

export const PAGE_RULE_OPERATIONS: readonly ZoneOperation[] = [
  listPageRules,
  createOperation(PAGE_RULES, readNew),
  getOperation(PAGE_RULES),
  changeOperation(PAGE_RULES, 'PUT', readReplacement),
  changeOperation(PAGE_RULES, 'PATCH', readChange),
  deleteOperation(PAGE_RULES),
];

function readNew(reader: Reader, { plan }: Zone): ((id: string, time: string) => PageRule) | undefined {
  const members = reader.members([...TIMES, ...PAGE_RULE_MEMBERS]);
  readTimes(members);
  const sent = members && readPageRule(members, DEFAULTS, plan);
  return sent && ((id, time) => ({ id, ...sent, created_on: time, modified_on: time }));
}

/** Replaces the rule. */
function readReplacement(reader: Reader, stored: PageRule, { plan }: Zone): Changed<PageRule> | undefined {
  const members = readMembers(reader, stored);
  return changed(stored, members && readPageRule(members, DEFAULTS, plan));
}

/** Changes the sent members and keeps the rest. */
function readChange(reader: Reader, stored: PageRule, { plan }: Zone): Changed<PageRule> | undefined {
  const members = readMembers(reader, stored);
  return changed(stored, members && readPageRuleChange(reader, members, plan));
}

function readMembers(
  reader: Reader,
  stored: PageRule,
): Members<(typeof PAGE_RULE_MEMBERS)[number]> | undefined {
  const members = reader.members(['id', ...TIMES, ...PAGE_RULE_MEMBERS]);
  checkSameId(members?.optional('id'), stored.id);
  readTimes(members);
  return members;
}

function changed(stored: PageRule, sent: Partial<PageRuleInput> | undefined): Changed<PageRule> | undefined {
  return sent && ((time) => ({ ...stored, ...sent, modified_on: time }));
}

function readTimes(members: Members<(typeof TIMES)[number]> | undefined): void {
  for (const time of TIMES) members?.optional(time)?.string();
}
