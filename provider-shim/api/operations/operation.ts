import { isRecord, type JsonObject } from '../../../schema/description/value';
import { ServiceError } from '../answers/errors';
import { MAX_MESSAGE, MAX_PAGES, MAX_TEXT } from '../answers/size-limits';
import { distinct, type Parser, type WithId } from '../answers/parsed';
import type { CallOptions, Requester, ServiceRequest } from '../http/request';
import { describe, excerpt } from '../answers/seen';

/** Members that identify the object of an answer, with the values of the one that was asked for. */
export type Identity = Readonly<Record<string, string | number | undefined>>;

/**
 * An operation of the service: the request, and how its answer is read. A result of the wrong form is a ServiceError, and
 * so is one about another object or another zone than was asked for.
 */
export interface Operation<T> extends Omit<ServiceRequest, 'signal'> {
  readonly parse: Parser<T>;
  readonly identity?: Identity;
  /** Whether the answer is undefined when the service says that the object does not exist. @default that is an error */
  readonly mayMiss?: boolean;
  /** Of a list that the service gives page by page. All its pages are one read. */
  readonly pages?: Pages;
}

interface Pages {
  /** The list, in faults of all pages together. */
  readonly what: string;
  /** The query of a page, from 1; undefined if the one before it was the last. */
  readonly query: (
    page: number,
    before?: { readonly info: JsonObject; readonly count: number },
  ) => ServiceRequest['query'];
}

/** Operations by name, each as a function of what it needs: required parameters only, because options follow them. */
type OperationTable = Readonly<Record<string, (...args: never) => Operation<unknown>>>;

/** The typed client that follows from a table: each method takes options, too, and throws ServiceError. */
export type OperationsOf<R extends OperationTable> = {
  readonly [N in keyof R]: (
    ...args: [...Parameters<R[N]>, options?: CallOptions]
  ) => Promise<ReturnType<R[N]> extends Operation<infer T> ? T : never>;
};

export function operationsOf<R extends OperationTable>(requester: Requester, table: R): OperationsOf<R> {
  const methods = Object.entries(table).map(([name, row]) => [
    name,
    (...args: readonly unknown[]) => {
      const operation = row(...(args.slice(0, row.length) as never));
      return perform(requester, operation, args[row.length] as CallOptions | undefined);
    },
  ]);
  return Object.fromEntries(methods) as OperationsOf<R>;
}

export function get<T>(path: readonly string[], parse: Parser<T>, identity: Identity = {}): Operation<T> {
  return { method: 'GET', path, parse, identity };
}

/** A deletion, whose answer may be empty or name what was deleted. Also succeeds when that no longer exists. */
export function deletion(path: readonly string[], id: string | number): Operation<unknown> {
  const parse: Parser<unknown> = (result) => ({
    value: isRecord(result) && 'id' in result ? result : { id },
  });
  return { method: 'DELETE', path, parse, identity: { id }, mayMiss: true };
}

/** The same operation, answered with undefined when the service says that the object does not exist. */
export function ifThere<T>(operation: Operation<T>): Operation<T | undefined> {
  return { ...operation, mayMiss: true };
}

/** Pages by `result_info.cursors.after`: the service pages long lists, which the specification does not show. */
export function byCursors(what: string): Pages {
  return {
    what,
    query: (_page, before) => {
      if (before === undefined) return {};
      const cursors = before.info['cursors'];
      const cursor = isRecord(cursors) ? cursors['after'] : undefined;
      return typeof cursor === 'string' && cursor !== '' ? { cursor } : undefined;
    },
  };
}

/** Items of a page: the most that the operations of the previous managed rules give (docs/internals/service.md 7.7). */
const PER_PAGE = 100;

/** Numbered pages: the last one is the one that is not full, or that says so (docs/internals/service.md 7.7). */
export function byNumbers(what: string): Pages {
  return {
    what,
    query: (page, before) => {
      const total = before?.info['total_pages'];
      const isOver = typeof total === 'number' ? page > total : before && before.count < PER_PAGE;
      return isOver ? undefined : { page, per_page: PER_PAGE };
    },
  };
}

/** Sends the request of an operation and reads its answer. */
export async function perform<T>(
  requester: Requester,
  { parse, identity, mayMiss, pages, ...request }: Operation<T>,
  options: CallOptions = {},
): Promise<T> {
  const secrets = [...(request.secrets ?? []), ...(options.secrets ?? [])];
  const sent = { ...request, ...options, secrets };
  const send = async (): Promise<T> => {
    if (pages) return allPages(requester, sent, parse as Parser<never>, pages) as Promise<T>;
    return readResult(requester, sent, (await requester.request(sent)).result, parse, identity);
  };
  try {
    return await (requester.share && sent.method === 'GET' ? requester.share(sent, send) : send());
  } catch (error) {
    if (mayMiss && error instanceof ServiceError && error.kind === 'not-found') return undefined as T;
    throw error;
  }
}

async function allPages<T extends WithId>(
  requester: Requester,
  request: ServiceRequest,
  parse: Parser<readonly T[]>,
  { what, query: queryOf }: Pages,
): Promise<readonly T[]> {
  let found: readonly T[] = [];
  const asked = new Set<string>();
  for (let [page, query] = [1, queryOf(1)]; query !== undefined; page += 1) {
    const key = JSON.stringify(query);
    if (page > MAX_PAGES || asked.has(key) || key.length > MAX_MESSAGE) {
      const seen = `the list does not end: page ${page - 1} leads to another page`;
      throw requester.unexpected(request, null, () => seen);
    }
    asked.add(key);
    const one = { ...request, query: { ...request.query, ...query } };
    const { result, resultInfo } = await requester.request(one);
    const items = readResult(requester, one, result, parse);
    found = readResult(requester, one, result, () => distinct([...found, ...items], what));
    query = queryOf(page + 1, { info: resultInfo, count: items.length });
  }
  return found;
}

export function readResult<T>(
  requester: Requester,
  request: ServiceRequest,
  result: unknown,
  parse: Parser<T>,
  identity: Identity = {},
): T {
  const long = longText(result);
  if (long !== undefined) {
    const seen = `the result${long.path} has ${long.length} characters; at most ${MAX_TEXT} are read`;
    throw requester.unexpected(request, null, () => seen);
  }
  const parsed = parse(result);
  if ('fault' in parsed) {
    const unexpected = requester.unexpected(request, result, (shown) => {
      const again = parse(shown);
      // When redaction removes the fault, the fault was the length of a secret.
      return `the result has an unexpected form: ${('fault' in again ? again : parsed).fault}`;
    });
    throw isRecord(result) && 'id' in result
      ? unexpected.with({ accepted: { id: result['id'] } })
      : unexpected;
  }
  const expect = (value: unknown, expected: Identity): void => {
    for (const [name, asked] of Object.entries(expected)) {
      const member: unknown = isRecord(value) ? value[name] : undefined;
      if (member === asked || asked === undefined) continue;
      throw requester.unexpected(
        request,
        member,
        (shown) =>
          `the service answered about another object: its ${name} is ${describe(shown)}, not ${describe(asked)}`,
        'The answer was ignored. A cache or a proxy may have mixed up answers. Check base_url and try again.',
      );
    }
  };
  expect(parsed.value, identity);
  const [zones, zoneId] = request.path;
  if (zones === 'zones')
    for (const item of Array.isArray(result) ? result : [result])
      if (isRecord(item) && typeof item['zone_id'] === 'string') expect(item, { zone_id: zoneId });
  return parsed.value;
}

interface LongText {
  /** Relative to the result, such as `[0].name`. */
  readonly path: string;
  readonly length: number;
}

/** Finds a text or a name that is longer than any of the service's. */
function longText(value: unknown): LongText | undefined {
  if (typeof value === 'string')
    return value.length > MAX_TEXT ? { path: '', length: value.length } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = longText(name) ?? longText(member);
    if (found === undefined) continue;
    const step = Array.isArray(value) ? `[${name}]` : `.${excerpt(name)}`;
    return { ...found, path: `${step}${found.path}` };
  }
  return undefined;
}
