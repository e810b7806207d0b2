import { createServer } from 'node:http';
import { listening } from './listening';
import { endsWithTests } from './temporary-folder';

/** An answer of a service; an object is sent as JSON, a text as it is. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | string;
}

/** Asks the service behind with this query, which begins with `?` unless it is empty. */
export type Forward = (query: string) => Promise<Answer>;

/**
 * A service in front of another one, on loopback. It ends with the tests of the file.
 *
 * @param answer what it answers; `url` has the query
 * @returns its base URL
 */
export async function serviceInFront(
  baseUrl: string,
  answer: (method: string, url: string, forward: Forward) => Answer | Promise<Answer>,
): Promise<string> {
  const { origin, pathname } = new URL(baseUrl);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    const { method = '', url = '', headers } = request;
    request.on('data', (part: Buffer) => parts.push(part));
    const forward: Forward = async (query) => {
      const given = await fetch(`${origin}${url.replace(/\?.*/, '')}${query}`, {
        method,
        headers: { authorization: String(headers.authorization), 'content-type': 'application/json' },
        ...(parts.length > 0 && { body: Buffer.concat(parts) }),
      });
      const text = await given.text();
      return { status: given.status, body: text === '' ? '' : (JSON.parse(text) as Result) };
    };
    const respond = async (): Promise<void> => {
      const { status, headers: more, body } = await answer(method, url, forward);
      response.writeHead(status, { 'content-type': 'application/json', ...more });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    // What the service cuts off is cut off here.
    request.on('end', () => void respond().catch(() => response.destroy()));
  });
  endsWithTests(() => server.closeAllConnections());
  return `http://127.0.0.1:${await listening(server)}${pathname}`;
}

type Result = Readonly<Record<string, unknown>>;

/**
 * A service in front of another one whose answers have other results.
 *
 * @param change makes the result of an answer another one, by the path and the method that were asked
 * @returns its base URL
 */
export function answeringProxy(
  baseUrl: string,
  change: (result: Result, path: string, method: string) => unknown,
): Promise<string> {
  return serviceInFront(baseUrl, async (method, url, forward) => {
    const { status, body } = await forward(url.replace(/^[^?]*/, ''));
    if (typeof body === 'string') return { status, body };
    const changed = (result: Result): unknown => change(result, url.replace(/\?.*/, ''), method);
    const { result } = body;
    const now = Array.isArray(result)
      ? result.map(changed)
      : result && status < 300
        ? changed(result as Result)
        : result;
    return { status, body: { ...body, result: now ?? null } };
  });
}
