import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** States over HTTP, with locks, as the engine's backend `http` expects them. */
export interface StateServer {
  /** A state is at `<address>/<name>`. */
  readonly address: string;
  readonly user: string;
  readonly password: string;
  /** The states as they were last written, by name. */
  readonly states: Map<string, string>;
  /** The lock that somebody holds on a state, as the engine describes it. */
  readonly locks: ReadonlyMap<string, LockInfo>;
  close(): Promise<void>;
}

type LockInfo = Readonly<Record<'ID', string>>;

/**
 * Starts a server on loopback: GET and POST of a state, LOCK and UNLOCK with the lock in the body, basic
 * authentication. A write without the lock that somebody holds is refused.
 *
 * @see https://developer.hashicorp.com/terraform/language/backend/http
 */
export async function startStateServer(): Promise<StateServer> {
  const user = 'pipeline';
  const password = 'state-password-0123456789';
  const authorization = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  const states = new Map<string, string>();
  const locks = new Map<string, LockInfo>();

  const answer = (method: string, url: URL, body: string): readonly [status: number, body?: string] => {
    const name = url.pathname.slice('/states/'.length);
    const lock = locks.get(name);
    switch (method) {
      case 'GET': {
        const state = states.get(name);
        return state === undefined ? [404] : [200, state];
      }
      case 'LOCK':
        if (lock) return [423, JSON.stringify(lock)];
        locks.set(name, JSON.parse(body) as LockInfo);
        return [200];
      case 'UNLOCK':
        // `force-unlock` sends no lock: the id was compared by the engine, with the one that it was given.
        if (lock && body !== '' && (JSON.parse(body) as LockInfo).ID !== lock.ID)
          return [409, JSON.stringify(lock)];
        locks.delete(name);
        return [200];
      case 'POST':
        if (lock && url.searchParams.get('ID') !== lock.ID) return [423, JSON.stringify(lock)];
        states.set(name, body);
        return [200];
      default:
        return [405];
    }
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const given = Buffer.from(request.headers.authorization ?? '');
      const isKnown = given.length === authorization.length && timingSafeEqual(given, authorization);
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      const [status, body] = isKnown
        ? answer(request.method ?? '', url, Buffer.concat(chunks).toString())
        : [401];
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/states`,
    user,
    password,
    states,
    locks,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
