import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endsWithTests } from './temporary-folder';

type Result = Readonly<Record<string, unknown>>;

/**
 * A service in front of another one, on loopback, whose answers have other results. It ends with the tests of the file.
 *
 * @param change makes the result of an answer another one, by the path and the method that were asked
 * @returns its base URL
 */
export async function answeringProxy(
  baseUrl: string,
  change: (result: Result, path: string, method: string) => unknown,
): Promise<string> {
  const { origin, pathname } = new URL(baseUrl);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    const { method = '', url = '', headers } = request;
    request.on('data', (part: Buffer) => parts.push(part));
    const answer = async (): Promise<void> => {
      const given = await fetch(`${origin}${url}`, {
        method,
        headers: { authorization: String(headers.authorization), 'content-type': 'application/json' },
        ...(parts.length > 0 && { body: Buffer.concat(parts) }),
      });
      const text = await given.text();
      const body = (text === '' ? {} : JSON.parse(text)) as { readonly result?: Result | readonly Result[] };
      const path = url.replace(/\?.*/, '');
      const changed = (result: Result): unknown => change(result, path, method);
      const { result } = body;
      const now = Array.isArray(result)
        ? result.map(changed)
        : result && given.ok
          ? changed(result as Result)
          : result;
      response.writeHead(given.status, { 'content-type': 'application/json' });
      response.end(text === '' ? '' : JSON.stringify({ ...body, result: now ?? null }));
    };
    // What the service cuts off is cut off here.
    request.on('end', () => void answer().catch(() => response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endsWithTests(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
}
