import { isRecord } from '../../schema/value';
import { MAX_PAGES } from './limits';
import { collect, distinct, type Parsed } from './parsed';
import type { Requester, ServiceRequest } from './request';
import { resultReader } from './result';
import { describe } from './seen';

/** Items of a page: the most that the operations of the previous managed rules give (docs/internals/service.md 7.7). */
const PER_PAGE = 100;

/** All items of a list with numbered pages: the last page is the one that is not full, or that says so (docs/internals/service.md 7.7). */
export function listPages<T extends { readonly id: string }>(
  requester: Requester,
  request: ServiceRequest,
  what: string,
  parse: (item: unknown) => Parsed<T>,
): Promise<readonly T[]> {
  const { read, share } = resultReader(requester);
  return share(request, async () => {
    let found: readonly T[] = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const asked = { ...request, query: { ...request.query, page, per_page: PER_PAGE } };
      const { result, resultInfo } = await requester.request(asked);
      const items = read(asked, result, (value) => parseList(value, what, parse));
      found = read(asked, result, () => distinct([...found, ...items], what));
      if (isLast(page, items.length, resultInfo)) return found;
    }
    throw requester.unexpected(
      request,
      null,
      () => `the list does not end: page ${MAX_PAGES} leads to another page`,
    );
  });
}

function parseList<T>(
  value: unknown,
  what: string,
  parse: (item: unknown) => Parsed<T>,
): Parsed<readonly T[]> {
  const items = value ?? [];
  if (!Array.isArray(items)) return { fault: `the result is ${describe(items)}, not an array` };
  return collect(items, parse, what);
}

function isLast(page: number, count: number, info: unknown): boolean {
  const total = isRecord(info) ? info['total_pages'] : undefined;
  return typeof total === 'number' ? page >= total : count < PER_PAGE;
}
