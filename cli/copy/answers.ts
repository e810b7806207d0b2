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
  if (path.endsWith('/rulesets')) return { per_page: 50 };
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

/**
 * Reads everything that the emulator holds of a zone, with GET alone, but for what zones share. Nothing is asked that
 * another answer says (docs/internals/service.md 7.4 to 7.8).
 *
 * @param gone operations that the service no longer has; is added to
 * @param listed the zone, as a list of zones has it. @default it is read
 */
export async function readZoneAnswers(
  zoneId: string,
  send: Send,
  gone = new Set<string>(),
  listed?: JsonObject,
): Promise<readonly Answer[]> {
  const answers: Answer[] = listed ? [{ path: `/zones/${zoneId}`, status: 200, result: listed }] : [];
  const ask = async (...below: readonly string[]): Promise<Answer> => {
    const answer = await readAnswer([`/zones/${zoneId}`, ...below].join('/'), send);
    answers.push(answer);
    return answer;
  };
  if (!listed) await ask();
  const rulesets = await ask('rulesets');
  for (const { id } of records(rulesets.result).filter(isHeld)) await ask('rulesets', String(id));
  await ask('logpush', 'jobs');
  const { status, result } = await ask('waf_migration', 'status');
  if (status !== 200) await ask('waf_migration', 'check');
  // In a zone that has finished, the operations of the previous version have stopped working.
  if (migrationState(String(object(result)['migration_state'])) !== 'finished') {
    await ask('waf_migration', 'config');
    await ask('settings', 'waf');
    const packages = await ask('firewall', 'waf', 'packages');
    for (const { id } of records(packages.result)) {
      const below = ['firewall', 'waf', 'packages', String(id)];
      const groups = await ask(...below, 'groups');
      const isAsUsual = records(groups.result).every((group) => group['modified_rules_count'] === 0);
      if (groups.status !== 200 || !isAsUsual) await ask(...below, 'rules');
    }
    const isGone = !gone.has('overrides') && (await ask('firewall', 'waf', 'overrides')).status === 410;
    // Not because of this zone: it still has its packages.
    if (isGone && packages.status === 200) gone.add('overrides');
  }
  const filters = await ask('filters');
  // Every firewall rule has a filter.
  if (filters.status !== 200 || records(filters.result).length > 0) await ask('firewall', 'rules');
  await ask('pagerules');
  return answers;
}

/** Whether the emulator has such a ruleset: an entry point of one of its phases. */
export function isHeld({ kind, phase }: JsonObject): boolean {
  return kind === 'zone' && [PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES].includes(String(phase));
}

/** The end of a path of what is the same wherever it is listed. */
const SHARED = /\/(?:rulesets\/[^/]+|packages\/[^/]+\/(?:groups|rules))$/;

/**
 * Reads each managed ruleset and the rules of each package, unless a zone has them: they are the same wherever they are
 * listed. There in turn, until it is not refused.
 */
export async function readShared(read: readonly Answer[], send: Send): Promise<readonly Answer[]> {
  const asked = new Map(read.map((answer) => [answer.path, answer]));
  const places = new Map<string, string[]>();
  for (const { path, result } of read)
    for (const { id, kind } of /\/(rulesets|packages)$/.test(path) ? records(result) : []) {
      const place = `${path}/${String(id)}${path.endsWith('/packages') ? '/rules' : ''}`;
      const shared = kind === undefined || kind === 'managed' ? SHARED.exec(place)?.[0] : undefined;
      if (shared !== undefined) places.set(shared, [...(places.get(shared) ?? []), place]);
    }
  const answers: Answer[] = [];
  for (const paths of places.values()) {
    let answer: Answer | undefined;
    for (const path of paths.sort((one, other) => Number(asked.has(other)) - Number(asked.has(one))))
      if (answer?.status !== 200) answer = asked.get(path) ?? (await readAnswer(path, send));
    if (answer && !asked.has(answer.path)) answers.push(answer);
  }
  return answers;
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
  const shared = SHARED.exec(answer.path)?.[0];
  if (!shared?.startsWith('/packages/') || answer.status !== 200) return answer;
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
