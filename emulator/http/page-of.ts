import { invalidParameter } from '../service/chosen';
import type { Answer } from '../service/operation';

/** How many items a page of a list may have, and has if the query does not say. */
export interface PageSizes {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** The pages of the list of zones (docs/internals/service.md 9.1). */
export const PAGE_SIZES: PageSizes = { least: 5, most: 50, usual: 20 };

/** One page of a list with its paging information (docs/internals/service.md 2.1). A page after the last one is empty. */
export function pageOf<T>(
  query: URLSearchParams,
  sizes: PageSizes,
  items: readonly T[],
  view: (item: T) => unknown = (item) => item,
): Answer {
  const pageText = query.get('page') ?? '1';
  const page = wholeNumber(pageText);
  if (page === undefined || page < 1) throw invalidParameter('page', pageText, 'a number from 1');
  const perPageText = query.get('per_page') ?? String(sizes.usual);
  const perPage = wholeNumber(perPageText);
  if (perPage === undefined || perPage < sizes.least || perPage > sizes.most)
    throw invalidParameter('per_page', perPageText, `a number from ${sizes.least} to ${sizes.most}`);
  const shown = items.slice((page - 1) * perPage, page * perPage);
  const info = {
    page,
    per_page: perPage,
    count: shown.length,
    total_count: items.length,
    total_pages: Math.ceil(items.length / perPage),
  };
  return { result: shown.map(view), info };
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
