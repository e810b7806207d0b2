import { invalidParameter } from '../errors/chosen';
import { refuse } from '../http/operation';
import type { Operation } from '../http/operation';
import { managedRulesetsOf } from './managed-rulesets';
import { withoutRules } from './view';

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 100;

/** docs/service.md 3.3. The zone's own and the managed rulesets together, by id, in pages with a cursor (docs/service.md 3.3). */
export const listRulesets: Operation = {
  name: 'rulesets.list',
  method: 'GET',
  path: '/zones/:zone_id/rulesets',
  identifiers: ['zone_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: ({ zone, query }) => {
    const perPageText = query.get('per_page') ?? String(DEFAULT_PER_PAGE);
    const perPage = /^\d{1,3}$/.test(perPageText) ? Number(perPageText) : 0;
    if (perPage < 1 || perPage > MAX_PER_PAGE)
      return refuse(invalidParameter('per_page', perPageText, `a number from 1 to ${MAX_PER_PAGE}`));
    const cursor = query.get('cursor') ?? '';
    const after = lastIdBefore(cursor);
    if (after === undefined)
      return refuse(invalidParameter('cursor', cursor, 'one that this operation answered'));

    const rulesets = [...zone.rulesets.values(), ...managedRulesetsOf(zone.plan)]
      .filter((ruleset) => ruleset.id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const page = rulesets.slice(0, perPage);
    const last = page.at(-1);
    const cursors =
      last !== undefined && rulesets.length > page.length ? { after: cursorAfter(last.id) } : {};
    return { kind: 'result', result: page.map(withoutRules), info: { count: page.length, cursors } };
  },
};

// A cursor holds the last id of its page, so that a ruleset deleted between two pages moves no other.
function cursorAfter(id: string): string {
  return Buffer.from(`after:${id}`).toString('base64url');
}

function lastIdBefore(cursor: string): string | undefined {
  if (cursor === '') return '';
  return /^after:([0-9a-f]{32})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
}
