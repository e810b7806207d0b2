import type { Members, Reader } from '../checks/reader';
import { PAGE_RULE_ACTIONS } from './page-rule-actions';
import type { PageRule } from './previous-waf';
import { readWholeNumber } from './read-values';

/** What of a page rule a client says. */
export type PageRuleInput = Pick<PageRule, 'targets' | 'actions' | 'priority' | 'status'>;

export const PAGE_RULE_MEMBERS = ['targets', 'actions', 'priority', 'status'] as const;

const GREATEST_PRIORITY = 1_000_000_000;

const URL_FORM = /^\S{1,4096}$/;
const URL_EXPECTED = 'a URL without spaces, * for any text';

const ACTION_IDS = Object.keys(PAGE_RULE_ACTIONS);

type PageRuleMembers = Members<(typeof PAGE_RULE_MEMBERS)[number]>;

/** Reads a page rule; what may be absent is then that of `defaults`. */
export function readPageRule(
  members: PageRuleMembers,
  defaults: Pick<PageRuleInput, 'priority' | 'status'>,
): PageRuleInput | undefined {
  const targets = readTargets(members.required('targets'));
  const actions = readActions(members.required('actions'));
  const { priority, status } = { ...defaults, ...readOrder(members) };
  return targets === undefined || actions === undefined ? undefined : { targets, actions, priority, status };
}

/** Reads a change: only what is sent, and at least one member. */
export function readPageRuleChange(
  reader: Reader,
  members: PageRuleMembers,
): Partial<PageRuleInput> | undefined {
  if (PAGE_RULE_MEMBERS.every((name) => members.optional(name) === undefined))
    return reader.refuse(`at least one of ${PAGE_RULE_MEMBERS.join(', ')} must be present`);
  const targets = readTargets(members.optional('targets'));
  const actions = readActions(members.optional('actions'));
  return { ...(targets && { targets }), ...(actions && { actions }), ...readOrder(members) };
}

export function readOrder(
  members: Members<'priority' | 'status'>,
): Partial<Pick<PageRuleInput, 'priority' | 'status'>> {
  const sent = members.optional('priority');
  const priority = sent && readWholeNumber(sent, 1, GREATEST_PRIORITY);
  const status = members.optional('status')?.oneOf(['active', 'disabled']);
  return { ...(priority && { priority }), ...(status && { status }) };
}

/** A page rule has one target, and that is a URL (docs/service.md 7.7). */
export function readTargets(reader: Reader | undefined): PageRule['targets'] | undefined {
  const items = reader?.items();
  if (items === undefined) return undefined;
  if (items.length !== 1) return reader?.refuse('it must have exactly one item');
  const urls = items.map((item) => {
    const members = item.members(['target', 'constraint']);
    members?.required('target')?.oneOf(['url']);
    const constraint = members?.required('constraint')?.members(['operator', 'value']);
    constraint?.required('operator')?.oneOf(['matches']);
    return readUrl(constraint?.required('value'));
  });
  return urls.flatMap((url) => (url === undefined ? [] : urlTarget(url)));
}

export function readUrl(reader: Reader | undefined): string | undefined {
  return reader?.matching(URL_FORM, URL_EXPECTED);
}

export function urlTarget(value: string): PageRule['targets'] {
  return [{ target: 'url', constraint: { operator: 'matches', value } }];
}

/** At least one action, and none twice. */
export function readActions(reader: Reader | undefined): PageRule['actions'] | undefined {
  const items = reader?.items();
  if (items === undefined) return undefined;
  if (items.length === 0) return reader?.refuse('it must have at least one item');
  const actions = items.map(readAction);
  actions.forEach((action, index) => {
    const first = actions.findIndex((other) => other?.id === action?.id);
    if (action !== undefined && first < index)
      items[index]?.member('id').refuse('another action of the rule has it');
  });
  return actions.filter((action) => action !== undefined);
}

function readAction(reader: Reader): PageRule['actions'][number] | undefined {
  const members = reader.members(['id', 'value']);
  const id = members?.required('id')?.oneOf(ACTION_IDS);
  if (members === undefined || id === undefined) return undefined;
  switch (PAGE_RULE_ACTIONS[id]) {
    case 'switch': {
      const value = members.required('value')?.oneOf(['on', 'off']);
      return value && { id, value };
    }
    case 'text': {
      const value = members.required('value')?.matching(/\S/, 'a text that is not blank');
      return value === undefined ? undefined : { id, value };
    }
    default: {
      // Client libraries send null for the value of an action that has none.
      const value = members.optional('value');
      return value === undefined || value.value === null ? { id } : value.refuse(`${id} has no value`);
    }
  }
}
