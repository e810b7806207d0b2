import { invalidParameter } from '../errors/chosen';
import type { Answer } from '../service/operation';

/** Items of a page (docs/service.md 7.7). */
export const DEFAULT_PER_PAGE = 50;
/** Of filters and firewall rules (docs/service.md 7.8). */
export const FIREWALL_PER_PAGE = 25;
export const MIN_PER_PAGE = 5;
export const MAX_PER_PAGE = 100;

/**
 * One page of a list with its paging information (docs/service.md 7.7). A page after the last one is empty.
 *
 * @param usual items of a page if the query does not say
 */
export function pageOf<T>(
  query: URLSearchParams,
  items: readonly T[],
  view: (item: T) => unknown,
  usual: number = DEFAULT_PER_PAGE,
): Answer {
  const pageText = query.get('page') ?? '1';
  const page = wholeNumber(pageText);
  if (page === undefined || page < 1) throw invalidParameter('page', pageText, 'a number from 1');
  const perPageText = query.get('per_page') ?? String(usual);
  const perPage = wholeNumber(perPageText);
  if (perPage === undefined || perPage < MIN_PER_PAGE || perPage > MAX_PER_PAGE) {
    const expected = `a number from ${MIN_PER_PAGE} to ${MAX_PER_PAGE}`;
    throw invalidParameter('per_page', perPageText, expected);
  }
  const shown = items.slice((page - 1) * perPage, page * perPage);
  const info = {
    page,
    per_page: perPage,
    count: shown.length,
    total_count: items.length,
    total_pages: Math.ceil(items.length / perPage),
  };
  return { kind: 'result', result: shown.map(view), info };
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
