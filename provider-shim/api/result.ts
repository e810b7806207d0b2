import type { Parsed } from './parsed';
import type { Requester, ServiceRequest } from './request';

/** Reads results of operations; one that has not the form of the operation's is a ServiceError. */
export interface ResultReader {
  readonly read: <T>(request: ServiceRequest, result: unknown, parse: (result: unknown) => Parsed<T>) => T;
  /** Sends the request and reads its result. */
  readonly call: <T>(request: ServiceRequest, parse: (result: unknown) => Parsed<T>) => Promise<T>;
}

export function resultReader(requester: Requester): ResultReader {
  const read: ResultReader['read'] = (request, result, parse) => {
    const parsed = parse(result);
    if ('value' in parsed) return parsed.value;
    throw requester.unexpected(request, result, (shown) => {
      const again = parse(shown);
      return `the result has an unexpected form: ${'fault' in again ? again.fault : 'it cannot be shown'}`;
    });
  };
  return {
    read,
    call: async (request, parse) => read(request, (await requester.request(request)).result, parse),
  };
}
