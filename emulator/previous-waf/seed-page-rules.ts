import { readTimeText } from '../checks/read-time';
import type { Reader } from '../checks/reader';
import type { PageRule } from './previous-waf';
import { readActions, readOrder, readTargets, readUrl, urlTarget } from './read-page-rule';
import { PAGE_RULE_MEMBERS } from './read-page-rule';
import type { Made } from './seed-items';
import { readSeedItems } from './seed-items';

/** A rule that somebody writes into a seed is meant to work; one that a client creates is disabled. */
const SEED_DEFAULTS = { priority: 1, status: 'active' } as const;

/** The page rules of a seed, each with its target or just a URL. */
export function readSeedPageRules(reader: Reader | undefined): readonly Made<PageRule>[] {
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
    const actions = readActions(members.required('actions'));
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
