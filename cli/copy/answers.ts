import { isRecord, type JsonObject } from '../../schema';

/** What a service answered to a GET; a list is whole. */
export interface Answer {
  /** Below the base URL, e.g. `/zones/<id>/settings`. */
  readonly path: string;
  readonly status: number;
  /** The result; of a refusal, its codes. */
  readonly result: unknown;
}

/** Statuses that say what a zone has: 400, 404 and 410 are those of what it does not have, or no longer. */
const TELLING: readonly number[] = [200, 400, 404, 410];

/** Whether the credentials may not read it, so that it is not known. */
export function isUnread({ status }: Answer): boolean {
  return !TELLING.includes(status);
}

/** Sends a GET. @returns of a refusal, its codes as the result */
export type Send = (
  path: readonly string[],
  query: Query,
) => Promise<{ readonly status: number; readonly result: unknown; readonly info: JsonObject }>;

type Query = Readonly<Record<string, string | number>>;

type Ask = (...path: readonly string[]) => Promise<unknown>;

/** Items of a page: the most that each of the lists gives (docs/internals/service.md 7.7). */
const PER_PAGE = 100;

/**
 * Reads everything that the emulator holds of a zone, with GET alone.
 *
 * @param known ids of managed rulesets that are read already; those of this zone are added
 */
export async function readZoneAnswers(
  zoneId: string,
  send: Send,
  known: Set<string>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const { one, list } = asking(['zones', zoneId], send, answers);
  await one();
  await one('settings');
  await readRulesets(one, list, known);
  await one('logpush', 'jobs');
  await one('waf_migration', 'status');
  await one('waf_migration', 'check');
  await one('waf_migration', 'config');
  await one('settings', 'waf');
  for (const { id } of records(await list('firewall', 'waf', 'packages')))
    for (const part of ['groups', 'rules']) await list('firewall', 'waf', 'packages', String(id), part);
  await list('firewall', 'waf', 'overrides');
  await list('filters');
  await list('firewall', 'rules');
  await list('pagerules');
  return answers;
}

/** The same of an account. */
export async function readAccountAnswers(
  accountId: string,
  send: Send,
  known: Set<string>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const { one, list } = asking(['accounts', accountId], send, answers);
  await one();
  await readRulesets(one, list, known);
  await one('logpush', 'jobs');
  return answers;
}

async function readRulesets(one: Ask, list: Ask, known: Set<string>): Promise<void> {
  for (const { id, kind } of records(await list('rulesets'))) {
    if (kind === 'managed' && known.has(String(id))) continue;
    if (kind === 'managed') known.add(String(id));
    await one('rulesets', String(id));
  }
}

function asking(
  base: readonly string[],
  send: Send,
  answers: Answer[],
): { readonly one: Ask; readonly list: Ask } {
  const ask = async (rest: readonly string[], first: Query): Promise<unknown> => {
    const path = `/${[...base, ...rest].join('/')}`;
    let items: readonly unknown[] = [];
    for (let query: Query | undefined = first; query !== undefined;) {
      const { status, result, info } = await send([...base, ...rest], query);
      if (status !== 200 || !Array.isArray(result)) {
        answers.push({ path, status, result });
        return status === 200 ? result : undefined;
      }
      items = [...items, ...(result as readonly unknown[])];
      query = nextPage(query, result.length, info);
    }
    answers.push({ path, status: 200, result: items });
    return items;
  };
  return {
    one: (...rest) => ask(rest, rest[0] === 'waf_migration' ? { phase_two: 1 } : {}),
    list: (...rest) => ask(rest, { ...(rest[0] !== 'rulesets' && { page: 1 }), per_page: PER_PAGE }),
  };
}

/** What to ask for next: by number, or from where the last page says that it ends. */
function nextPage(query: Query, count: number, info: JsonObject): Query | undefined {
  const { cursors, total_pages: total } = info;
  const cursor = isRecord(cursors) ? cursors['after'] : undefined;
  if (typeof cursor === 'string' && cursor !== '') return { ...query, cursor };
  const { page } = query;
  if (page === undefined) return undefined;
  const isLast = typeof total === 'number' ? Number(page) >= total : count < PER_PAGE;
  return isLast ? undefined : { ...query, page: Number(page) + 1 };
}

/** The objects of a list; none of anything else. */
export function records(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
