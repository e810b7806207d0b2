import { readTimeText, readWholeNumber } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import type { Plan } from '../service/zone';
import { readAction, REDIRECT } from './page-rule-settings';
import type { PageRule } from './previous-waf';
import { type Made, readSeedItems } from './seed-items';

/** The members of a page rule that a client sends. */
export type PageRuleInput = Pick<PageRule, 'targets' | 'actions' | 'priority' | 'status'>;

export const PAGE_RULE_MEMBERS = ['targets', 'actions', 'priority', 'status'] as const;

const GREATEST_PRIORITY = 1_000_000_000;

const URL_FORM = /^\S{1,4096}$/;
const URL_EXPECTED = 'a URL without spaces, * for any text';

/** A star at the end stands for the path as well. */
const WITHOUT_PATH = /^(?:[^/:]+:\/\/)?[^/]*[^/*]$/;

/** Stars in the pattern of a target (docs/internals/service.md 7.9). */
const MAX_STARS = 4;

type PageRuleMembers = Members<(typeof PAGE_RULE_MEMBERS)[number]>;

/** Reads a page rule; optional members come from `defaults`. */
export function readPageRule(
  members: PageRuleMembers,
  defaults: Pick<PageRuleInput, 'priority' | 'status'>,
  plan: Plan,
): PageRuleInput | undefined {
  const targets = readTargets(members.required('targets'));
  const actions = readActions(members.required('actions'), plan);
  const { priority, status } = { ...defaults, ...readOrder(members) };
  return targets === undefined || actions === undefined ? undefined : { targets, actions, priority, status };
}

/** Reads a change: only the sent members, at least one. */
export function readPageRuleChange(
  reader: Reader,
  members: PageRuleMembers,
  plan: Plan,
): Partial<PageRuleInput> | undefined {
  if (PAGE_RULE_MEMBERS.every((name) => members.optional(name) === undefined))
    return reader.refuse(`at least one of ${PAGE_RULE_MEMBERS.join(', ')} must be present`);
  const targets = readTargets(members.optional('targets'));
  const actions = readActions(members.optional('actions'), plan);
  return { ...(targets && { targets }), ...(actions && { actions }), ...readOrder(members) };
}

/** The Go client before the SDK sends 0 for a priority that its user did not set, so 0 counts as not sent. */
function readOrder(
  members: Members<'priority' | 'status'>,
): Partial<Pick<PageRuleInput, 'priority' | 'status'>> {
  const sent = members.optional('priority');
  const priority = sent && readWholeNumber(sent, 0, GREATEST_PRIORITY);
  const status = members.optional('status')?.oneOf(['active', 'disabled']);
  return { ...(priority && { priority }), ...(status && { status }) };
}

/** A page rule has one target, which is a URL (docs/internals/service.md 7.9). */
function readTargets(reader: Reader | undefined): PageRule['targets'] | undefined {
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

function readUrl(reader: Reader | undefined): string | undefined {
  const url = reader?.matching(URL_FORM, URL_EXPECTED);
  if (url === undefined || url.split('*').length - 1 <= MAX_STARS) return url;
  return reader?.refuse(`it must have at most ${MAX_STARS} stars`);
}

/** The service stores a URL without a path with a slash at its end (docs/internals/service.md 7.9). */
function urlTarget(url: string): PageRule['targets'] {
  const value = WITHOUT_PATH.test(url) ? `${url}/` : url;
  return [{ target: 'url', constraint: { operator: 'matches', value } }];
}

/** At least one action, without duplicates; a redirect is alone. */
function readActions(reader: Reader | undefined, plan: Plan): PageRule['actions'] | undefined {
  const items = reader?.items();
  if (items === undefined) return undefined;
  if (items.length === 0) return reader?.refuse('it must have at least one item');
  const actions = items.map((item) => readAction(item, plan));
  actions.forEach((action, index) => {
    const first = actions.findIndex((other) => other?.id === action?.id);
    if (action !== undefined && first < index)
      items[index]?.member('id').refuse('another action of the rule has this id');
  });
  if (actions.length > 1 && actions.some((action) => action?.id === REDIRECT))
    return reader?.refuse(`${REDIRECT} must be the only action of its rule`);
  return actions.filter((action) => action !== undefined);
}

/** A rule in a seed is meant to work, so it is active; one that a client creates is disabled. */
const SEED_DEFAULTS = { priority: 1, status: 'active' } as const;

/** The page rules of a seed, each with its target or just a URL. */
export function readSeedPageRules(reader: Reader | undefined, plan: Plan): readonly Made<PageRule>[] {
  return readSeedItems(reader, (item, readId) => {
    const members = item.members(['id', ...PAGE_RULE_MEMBERS, 'url', 'created_on', 'modified_on']);
    if (members === undefined) return undefined;
    const id = readId(members.optional('id'));
    const url = members.optional('url');
    const sentTargets = members.optional('targets');
    if ((url === undefined) === (sentTargets === undefined))
      return item.refuse('it must have either targets or a url');
    const value = readUrl(url);
    const targets = value === undefined ? readTargets(sentTargets) : urlTarget(value);
    const actions = readActions(members.required('actions'), plan);
    const order = { ...SEED_DEFAULTS, ...readOrder(members) };
    const created = readTimeText(members.optional('created_on'));
    const modified = readTimeText(members.optional('modified_on'));
    if (targets === undefined || actions === undefined) return undefined;
    return (next, time) => ({
      id: id ?? next(),
      targets,
      actions,
      ...order,
      created_on: created ?? time,
      modified_on: modified ?? created ?? time,
    });
  });
}
