import { RETIRED_STATUSES } from '../../provider-shim/zone-reader';
import {
  isRecord,
  migrationState,
  PHASE_LOG_CUSTOM_FIELDS,
  PHASE_MANAGED_RULES,
  type JsonObject,
} from '../../schema';

/** What a service answered to a GET; a list is whole. */
export interface Answer {
  /** Below the base URL, e.g. `/zones/<id>/logpush/jobs`. */
  readonly path: string;
  readonly status: number;
  /** The result; of a refusal, its codes. */
  readonly result: unknown;
  /** Whether it has only the modes of items that are not as usual. */
  readonly isPart?: true;
}

/** Statuses that say what a zone has: the others than 200 are those of what it does not have, or no longer. */
const TELLING: readonly number[] = [200, 400, ...RETIRED_STATUSES];

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

/** Items of a page: the most that each of the lists gives (docs/internals/service.md 7.7). */
const PER_PAGE = 100;

/** The most that the vendor's reference allows for a list of rulesets. */
const RULESETS_PER_PAGE = 50;

const LIST = /\/(packages|groups|rules|overrides|filters|pagerules)$/;

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
  if (path.endsWith('/rulesets')) return { per_page: RULESETS_PER_PAGE };
  if (LIST.test(path)) return { page: 1, per_page: PER_PAGE };
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

/** What is known of zones before one of them is read. */
export interface KnownBefore {
  /** The zone as a list of zones has it. @default it is read */
  readonly zone?: JsonObject | undefined;
  /** Operations of which another zone said that the service has them no more; is added to. */
  readonly gone: Set<string>;
}

/**
 * Reads everything that the emulator holds of a zone, with GET alone, but for what is the same in all zones. What another
 * answer tells is not asked (docs/internals/service.md 7.4 to 7.8).
 */
export async function readZoneAnswers(
  zoneId: string,
  send: Send,
  { zone, gone }: KnownBefore = { gone: new Set() },
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ask = async (...below: readonly string[]): Promise<Answer> => {
    const answer = await readAnswer([`/zones/${zoneId}`, ...below].join('/'), send);
    answers.push(answer);
    return answer;
  };
  if (zone) answers.push({ path: `/zones/${zoneId}`, status: 200, result: zone });
  else await ask();
  for (const { id } of found(await ask('rulesets')).filter(isHeld)) await ask('rulesets', String(id));
  await ask('logpush', 'jobs');
  const status = await ask('waf_migration', 'status');
  if (status.status !== 200) await ask('waf_migration', 'check');
  // Then the operations of the previous version have stopped working.
  if (migrationState(String(object(status.result)['migration_state'])) !== 'finished') {
    await ask('waf_migration', 'config');
    await ask('settings', 'waf');
    const packages = await ask('firewall', 'waf', 'packages');
    for (const { id } of found(packages)) {
      const groups = await ask('firewall', 'waf', 'packages', String(id), 'groups');
      const isAsUsual = found(groups).every(({ modified_rules_count: modified }) => modified === 0);
      if (groups.status !== 200 || !isAsUsual) await ask('firewall', 'waf', 'packages', String(id), 'rules');
    }
    const isGone = !gone.has('overrides') && (await ask('firewall', 'waf', 'overrides')).status === 410;
    // Not because of this zone: it still has its packages.
    if (isGone && packages.status === 200) gone.add('overrides');
  }
  const filters = await ask('filters');
  // Every firewall rule has a filter.
  if (filters.status !== 200 || found(filters).length > 0) await ask('firewall', 'rules');
  await ask('pagerules');
  return answers;
}

/** The items of a list that was not refused. */
function found({ status, result }: Answer): readonly JsonObject[] {
  return status === 200 ? records(result) : [];
}

/** Whether the emulator has such a ruleset: an entry point of one of its phases. */
export function isHeld({ kind, phase }: JsonObject): boolean {
  return kind === 'zone' && [PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES].includes(String(phase));
}

/**
 * Reads what is the same wherever it is listed, and was not read yet: each managed ruleset, and the rules of each package.
 * There in turn, until it is not refused.
 */
export async function readShared(read: readonly Answer[], send: Send): Promise<readonly Answer[]> {
  const asked = new Set(read.map(({ path }) => path));
  const whole = new Set(
    read.flatMap(({ path, status, isPart }) => (status === 200 && !isPart ? [sharedIn(path)] : [])),
  );
  const places = new Map<string, string[]>();
  for (const answer of read) {
    const { path } = answer;
    const below = path.endsWith('/packages') ? '/rules' : path.endsWith('/rulesets') ? '' : undefined;
    for (const { id, kind } of below === undefined ? [] : found(answer)) {
      const place = `${path}/${String(id)}${below}`;
      const shared = sharedIn(place) ?? '';
      const isShared = below === '/rules' || kind === 'managed';
      if (isShared && !whole.has(shared) && !asked.has(place))
        places.set(shared, [...(places.get(shared) ?? []), place]);
    }
  }
  const answers = new Map<string, Answer>();
  for (const shared of [...places.keys()].sort())
    for (const path of places.get(shared) ?? [])
      if (answers.get(shared)?.status !== 200) answers.set(shared, await readAnswer(path, send));
  return [...answers.values()];
}

/** The end of a path of what is the same wherever it is listed. */
function sharedIn(path: string): string | undefined {
  return /\/(?:rulesets\/[^/]+|packages\/[^/]+\/(?:groups|rules))$/.exec(path)?.[0];
}

/** The modes that groups and rules of packages have by themselves. */
export const USUAL_MODES: readonly unknown[] = ['on', 'default'];

/**
 * A thousand rules of packages are the same in every zone: only the first zone that may read them keeps them, whichever is
 * read first; of the others the modes are kept.
 *
 * @param at the place of the zone
 * @param first the places of zones that keep what others have, too; is added to
 */
export function keptOnce(answer: Answer, at: number, first: Map<string, number>): Answer {
  const shared = answer.path.includes('/packages/') ? sharedIn(answer.path) : undefined;
  if (shared === undefined || answer.status !== 200 || answer.isPart) return answer;
  if (at <= (first.get(shared) ?? at)) {
    first.set(shared, at);
    return answer;
  }
  const changed = records(answer.result).filter(({ mode }) => !USUAL_MODES.includes(mode));
  return { ...answer, result: changed.map(({ id, mode }) => ({ id, mode })), isPart: true };
}

/** The objects of a list; none of anything else. */
export function records(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** An object; an empty one for anything else. */
export function object(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}
