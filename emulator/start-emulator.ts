import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Control } from './control/control';
import type { EmulatorCredentials, EmulatorOptions } from './create-emulator';
import { createEmulator } from './create-emulator';
import { malformedRequest } from './errors/chosen';
import { OUTCOME_HEADER, outcomeOf } from './faults/outcome';
import { BASE_PATH } from './http/base-path';
import { respondRefused } from './http/envelope';

export interface StartOptions extends EmulatorOptions {
  /** 0 takes a free port. @default 0 */
  readonly port?: number;
  /** The emulator listens on loopback only. @default '127.0.0.1' */
  readonly host?: '127.0.0.1' | '::1';
}

/** An emulator that listens. */
export interface RunningEmulator {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** What the specification calls `{base_url}`: the url with `/client/v4`. */
  readonly baseUrl: string;
  readonly control: Control;
  /** First token and first key of the state; empty texts when it has none. */
  readonly credentials: EmulatorCredentials;
  /** Stops listening and ends every connection, idle or not. */
  close(): Promise<void>;
}

/**
 * Starts an emulator on loopback.
 *
 * @throws SeedError when the seed cannot be used, and the system's error when the port cannot be had
 */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  const closing = new AbortController();
  const emulator = createEmulator({ wait: waitUntil(closing.signal), ...options });
  const host = options.host ?? '127.0.0.1';
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await emulator.handle(request, { peer: incoming.socket.remoteAddress });
      return deliver(response, incoming as IncomingMessage, outgoing as ServerResponse);
    },
    { overrideGlobalObjects: false, errorHandler: answerToError },
  );
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  return {
    url,
    baseUrl: url + BASE_PATH,
    control: emulator.control,
    get credentials() {
      return emulator.credentials();
    },
    close: async () => {
      if (!server.listening) return;
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A wait that ends early with the signal, so that a delayed request does not keep the process. */
function waitUntil(signal: AbortSignal): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  };
}

/** Sends a response that only a connection can express; hands any other one on. */
async function deliver(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Response> {
  switch (outcomeOf(response)) {
    case undefined:
      return response;
    case 'connection-cut':
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    case 'truncated-body': {
      const headers = [...response.headers].filter(([name]) => name !== OUTCOME_HEADER);
      outgoing.writeHead(response.status, Object.fromEntries(headers));
      const half = new Uint8Array(await response.arrayBuffer());
      await new Promise<void>((resolve) => outgoing.write(half, () => resolve()));
      incoming.socket.destroySoon();
      return RESPONSE_ALREADY_SENT;
    }
  }
}

/** A request line or Host header that is none is the client's; everything else here is a bug of the emulator. */
function answerToError(error: unknown): Response {
  if (error instanceof Error && error.name === 'RequestError') return respondRefused(malformedRequest());
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return respondRefused({ status: 500, errors: [{ message: `The emulator has a bug: ${message}` }] });
}
