import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Control } from './control/control';
import { type EmulatorCredentials, type EmulatorOptions, emulatorCore } from './create-emulator';
import { malformedRequest } from './service/chosen';
import { BASE_PATH } from './service/operation';
import { respondRefused, responseOf, send } from './http/reply';

/** Options: what an emulator starts with, and where it listens. */
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
  /** What a test can do besides sending requests: seeds, edits, faults, clock, journal. */
  readonly control: Control;
  /** What the control API and the status page ask for over HTTP, as bearer token or as password: new at each start. */
  readonly controlToken: string;
  /** The first token and the first key of the state; empty strings if it has none. */
  readonly credentials: EmulatorCredentials;
  /** Stops listening and ends every connection, idle or not. */
  close(): Promise<void>;
}

/**
 * Starts an emulator on loopback.
 *
 * @throws SeedError if the seed cannot be used, and the system's error if the port is not available
 */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  const closing = new AbortController();
  const controlToken = randomBytes(32).toString('base64url');
  const core = emulatorCore({ wait: waitUntil(closing.signal), ...options }, controlToken);

  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const { socket, rawHeaders } = incoming as IncomingMessage;
      const answer = await core.respond(request, { peer: socket.remoteAddress, rawHeaders });
      if (answer instanceof Response) return answer;
      send(answer, outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false, errorHandler: answerToError },
  );
  const { host = '127.0.0.1', port = 0 } = options;
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(port, host);
  await once(server, 'listening');
  const url = `http://${host === '::1' ? '[::1]' : host}:${(server.address() as AddressInfo).port}`;

  let shuttingDown: Promise<void> | undefined;
  const shutDown = async (): Promise<void> => {
    closing.abort();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url,
    baseUrl: url + BASE_PATH,
    control: core.control,
    controlToken,
    get credentials() {
      return core.credentials();
    },
    close: () => (shuttingDown ??= shutDown()),
  };
}

/** A wait that ends early with the signal, so that a delayed request does not keep the process. */
function waitUntil(signal: AbortSignal): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  };
}

/** A malformed request line or Host header is the client's fault; everything else here is a bug in the emulator. */
function answerToError(error: unknown): Response {
  if (error instanceof Error && error.name === 'RequestError')
    return responseOf(respondRefused(malformedRequest()));
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return responseOf(
    respondRefused({ status: 500, errors: [{ message: `The emulator has a bug: ${message}` }] }),
  );
}
