import type { PageSizes } from '../lists/page-of';
import { pageOf as pageOfList } from '../lists/page-of';
import type { Answer } from '../service/operation';

/** Items of a page (docs/service.md 7.7). */
export const DEFAULT_PER_PAGE = 50;
export const MIN_PER_PAGE = 5;
export const MAX_PER_PAGE = 100;

const SIZES: PageSizes = { least: MIN_PER_PAGE, most: MAX_PER_PAGE, usual: DEFAULT_PER_PAGE };

/** One page of a list with its paging information (docs/service.md 7.7). A page after the last one is empty. */
export function pageOf<T>(query: URLSearchParams, items: readonly T[], view: (item: T) => unknown): Answer {
  return pageOfList(query, SIZES, items, view);
}
