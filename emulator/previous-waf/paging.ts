import type { PageSizes } from '../lists/page-of';
import { pageOf as pageOfList } from '../lists/page-of';
import type { Answer } from '../service/operation';

/** Items of a page (docs/service.md 7.7). */
const DEFAULT_PER_PAGE = 50;
/** Of filters and firewall rules (docs/service.md 7.8). */
export const FIREWALL_PER_PAGE = 25;
const MIN_PER_PAGE = 5;
const MAX_PER_PAGE = 100;

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
  const sizes: PageSizes = { least: MIN_PER_PAGE, most: MAX_PER_PAGE, usual };
  return pageOfList(query, sizes, items, view);
}
