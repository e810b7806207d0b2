import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClients } from '../../../provider-shim/api/operations/client';
import type { ServiceClients, ZoneClient } from '../../../provider-shim/api/operations/client';
import type { ServiceError } from '../../../provider-shim/api/answers/errors';
import type { ClientOptions } from '../../../provider-shim/api/http/options';
import type { ServiceRequest } from '../../../provider-shim/api/http/request';
import { virtualTime } from './virtual-time';
import type { VirtualTime } from './virtual-time';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => void;

export interface ScriptedService {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** A client of this service that never waits. Its requests have an hour, more than a slow machine takes. */
  readonly client: (options?: Partial<ClientOptions>) => ZoneClient;
  readonly clients: (options?: Partial<ClientOptions>) => ServiceClients;
  readonly time: VirtualTime;
}

const HOUR = 3_600_000;

export const TOKEN = 'planted-token-5f0c1d7e9a';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  jest.useRealTimers();
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** A server on loopback that gives these replies one after the other, and the last one until the test ends. */
export async function scriptedService(...replies: readonly Reply[]): Promise<ScriptedService> {
  const requests: SeenRequest[] = [];
  const clients: ZoneClient[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const request = {
        method: message.method ?? '',
        url: message.url ?? '',
        headers: message.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(request);
      replies[Math.min(requests.length, replies.length) - 1]?.(response, request);
    });
  });
  // Longer than a test may take: only the client closes a connection.
  server.keepAliveTimeout = HOUR;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const time = virtualTime();
  const open = (options: Partial<ClientOptions> = {}): ServiceClients => {
    const opened = createClients({
      baseUrl: new URL(`${url}/client/v4/`),
      credentials: { scheme: 'token', token: TOKEN },
      userAgent: 'zonewright-test/1.0',
      environment: {},
      random: () => 1,
      time,
      requestTimeoutMs: HOUR,
      ...options,
    });
    clients.push(opened.api);
    return opened;
  };
  ends.push(async () => {
    await Promise.all(clients.map((client) => client.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url,
    requests,
    time,
    client: (options) => open(options).api,
    clients: open,
  };
}

/** The service of the test that runs, as {@link serve} started it. */
export let service: ScriptedService;

/** Starts {@link service} with these replies. @returns a client of it that never waits */
export async function serve(...replies: readonly Reply[]): Promise<ZoneClient> {
  service = await scriptedService(...replies);
  return service.client();
}

/** The method, the URL and the body of each request so far; null for an empty body. */
export function sent(): readonly (readonly [method: string, url: string, body: unknown])[] {
  return service.requests.map(({ method, url, body }) => [
    method,
    url,
    body === '' ? null : (JSON.parse(body) as unknown),
  ]);
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function ok(result: unknown, more: Readonly<Record<string, unknown>> = {}): Reply {
  return json(200, { result, success: true, errors: [], messages: [], ...more });
}

export function refuse(
  status: number,
  errors: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return json(status, { result: null, success: false, errors, messages: [] }, headers);
}

export function page(status: number, title: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(
      `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
    );
  };
}

export function text(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Takes the request and closes the connection without a word. */
export const cut: Reply = (response) => response.destroy();

/** Sends half of the body that it announced, then closes the connection. */
export const truncated: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' });
  response.write('{"result":{"id":"0123', () => response.destroy());
};

/** Never answers. */
export const silent: Reply = () => {};

/** Never answers, and the limit of the request passes. For a client made after `stopLimits`. */
export const outOfTime: Reply = () => jest.advanceTimersByTime(HOUR);

/** What a call throws. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`it succeeded with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** What a call of the client throws. */
export const errorOf = async (call: Promise<unknown>): Promise<ServiceError> =>
  (await failureOf(call)) as ServiceError;

/** What a request throws after this reply. */
export async function failureAfter(
  reply: Reply,
  request: ServiceRequest = { method: 'GET', path: ['x'] },
  options: Partial<ClientOptions> = {},
): Promise<ServiceError> {
  await serve(reply);
  return errorOf(service.client(options).request(request));
}
