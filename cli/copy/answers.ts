import { isRecord, type JsonObject } from '../../schema';

/** What a service answered to a GET; a list is whole. */
export interface Answer {
  /** Below the base URL, e.g. `/zones/<id>/settings`. */
  readonly path: string;
  readonly status: number;
  /** The result; of a refusal, its codes. */
  readonly result: unknown;
  /** Whether it has only the modes of items that are not as usual. */
  readonly isPart?: true;
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

/** Asks for what is below a zone or an account, and notes the answer. @returns the result; undefined if it was refused */
type Ask = (...below: readonly string[]) => Promise<unknown>;

/** Items of a page: the most that each of the lists gives (docs/internals/service.md 7.7). */
const PER_PAGE = 100;

const LIST = /\/(rulesets|packages|groups|rules|overrides|filters|pagerules)$/;

/** Reads what one path has, all pages of a list. @param path below the base URL */
export async function readAnswer(path: string, send: Send): Promise<Answer> {
  const steps = path.slice(1).split('/');
  let items: readonly unknown[] = [];
  for (let query: Query | undefined = firstQuery(path); query !== undefined;) {
    const { status, result, info } = await send(steps, query);
    if (status !== 200 || !Array.isArray(result)) return { path, status, result };
    items = [...items, ...(result as readonly unknown[])];
    query = nextPage(query, result.length, info);
  }
  return { path, status: 200, result: items };
}

function firstQuery(path: string): Query {
  if (LIST.test(path)) return { ...(!path.endsWith('/rulesets') && { page: 1 }), per_page: PER_PAGE };
  return path.includes('/waf_migration/') ? { phase_two: 1 } : {};
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

/**
 * Reads everything that the emulator holds of a zone, with GET alone.
 *
 * @param known ids of managed rulesets and of previous packages that are read already; those of this zone are added
 */
export async function readZoneAnswers(
  zoneId: string,
  send: Send,
  known: Set<string>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ask = asking(`/zones/${zoneId}`, send, answers);
  await ask();
  await ask('settings');
  await readRulesets(ask, known);
  await ask('logpush', 'jobs');
  await ask('waf_migration', 'status');
  await ask('waf_migration', 'check');
  await ask('waf_migration', 'config');
  await ask('settings', 'waf');
  for (const { id } of records(await ask('firewall', 'waf', 'packages')))
    await readPackage(String(id), ask, answers, known);
  await ask('firewall', 'waf', 'overrides');
  await ask('filters');
  await ask('firewall', 'rules');
  await ask('pagerules');
  return answers;
}

/** The same of an account. */
export async function readAccountAnswers(
  accountId: string,
  send: Send,
  known: Set<string>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ask = asking(`/accounts/${accountId}`, send, answers);
  await ask();
  await readRulesets(ask, known);
  await ask('logpush', 'jobs');
  return answers;
}

async function readRulesets(ask: Ask, known: Set<string>): Promise<void> {
  for (const { id, kind } of records(await ask('rulesets'))) {
    if (kind === 'managed' && known.has(String(id))) continue;
    if (kind === 'managed') known.add(String(id));
    await ask('rulesets', String(id));
  }
}

/** The modes that groups and rules of packages have by themselves. */
export const USUAL_MODES: readonly unknown[] = ['on', 'default'];

/** A thousand rules are the same in every zone: of a package that is known, only the modes of this zone are kept. */
async function readPackage(id: string, ask: Ask, answers: Answer[], known: Set<string>): Promise<void> {
  const isKnown = known.has(id);
  let isWhole = true;
  for (const part of ['groups', 'rules']) {
    const items = await ask('firewall', 'waf', 'packages', id, part);
    isWhole &&= items !== undefined;
    const last = answers.at(-1);
    if (!isKnown || items === undefined || !last) continue;
    const changed = records(items).filter(({ mode }) => !USUAL_MODES.includes(mode));
    const result = changed.map(({ id: item, mode }) => ({ id: item, mode }));
    answers.splice(-1, 1, { ...last, result, isPart: true });
  }
  if (isWhole) known.add(id);
}

function asking(base: string, send: Send, answers: Answer[]): Ask {
  return async (...below) => {
    const answer = await readAnswer([base, ...below].join('/'), send);
    answers.push(answer);
    return answer.status === 200 ? answer.result : undefined;
  };
}

/** The objects of a list; none of anything else. */
export function records(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
