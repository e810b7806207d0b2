import { isRecord } from '../../../schema/description/value';
import { ServiceError } from '../answers/errors';
import { MAX_TEXT } from '../answers/size-limits';
import type { Parsed } from '../answers/parsed';
import type { Requester, ServiceRequest } from '../http/request';
import { describe, excerpt } from '../answers/seen';

/** Members that identify the object of an answer, with the values of the one that was asked for. */
export type Identity<T> = { readonly [name in keyof T]?: string | number };

/**
 * Reads results of operations. A result of the wrong form is a ServiceError, and so is one about another object or
 * another zone than was asked for.
 */
export interface ResultReader {
  readonly read: <T>(
    request: ServiceRequest,
    result: unknown,
    parse: (result: unknown) => Parsed<T>,
    identity?: Identity<T>,
  ) => T;
  /** Sends the request and reads its result. */
  readonly call: <T>(
    request: ServiceRequest,
    parse: (result: unknown) => Parsed<T>,
    identity?: Identity<T>,
  ) => Promise<T>;
  /** Answers a read with what an earlier one was answered, where the requester shares reads. */
  readonly share: <T>(request: ServiceRequest, send: () => Promise<T>) => Promise<T>;
  /** Sends a deletion, whose answer may be empty or name what was deleted. */
  readonly remove: (request: ServiceRequest, id: string | number) => Promise<void>;
}

export function resultReader(requester: Requester): ResultReader {
  const read: ResultReader['read'] = (request, result, parse, identity = {}) => {
    const long = longText(result);
    if (long !== undefined) {
      const seen = `the result${long.path} has ${long.length} characters; at most ${MAX_TEXT} are read`;
      throw requester.unexpected(request, null, () => seen);
    }
    const parsed = parse(result);
    if ('fault' in parsed) {
      throw requester.unexpected(request, result, (shown) => {
        const again = parse(shown);
        // When redaction removes the fault, the fault was the length of a secret.
        return `the result has an unexpected form: ${('fault' in again ? again : parsed).fault}`;
      });
    }
    const { value } = parsed;
    expectIdentity(request, value, identity);
    const [zones, zoneId] = request.path;
    if (zones === 'zones')
      for (const item of Array.isArray(result) ? result : [result])
        if (isRecord(item) && typeof item['zone_id'] === 'string')
          expectIdentity(request, item, { zone_id: zoneId });
    return value;
  };

  const expectIdentity = (request: ServiceRequest, value: unknown, identity: object): void => {
    for (const [name, asked] of Object.entries(identity)) {
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

  const share: ResultReader['share'] = (request, send) =>
    requester.share && request.method === 'GET' ? requester.share(request, send) : send();

  return {
    read,
    share,
    call: (request, parse, identity) =>
      share(request, async () => read(request, (await requester.request(request)).result, parse, identity)),
    remove: async (request, id) => {
      const { result } = await requester.request(request);
      if (isRecord(result) && 'id' in result) expectIdentity(request, result, { id });
    },
  };
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

/** The answer; undefined when the service says that the object does not exist. */
export async function unlessMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
