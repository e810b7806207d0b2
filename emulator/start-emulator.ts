import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Control } from './control/control';
import { pushAsTimePasses } from './control/traffic-control';
import type { EmulatorCredentials, EmulatorOptions } from './create-emulator';
import { emulatorCore } from './create-emulator';
import { watchForBlocking } from './blocking/watch-for-blocking';
import { prepareFolder } from './destinations/store-file';
import { malformedRequest } from './errors/chosen';
import { connectionCut } from './faults/apply-fault';
import { BASE_PATH } from './service/operation';
import { respondRefused, responseOf, send } from './http/reply';
import { keptControl } from './persistence/kept-control';
import { openStateFile } from './persistence/state-file';

/** Options: what an emulator starts with, where it listens and what it keeps. */
export interface StartOptions extends EmulatorOptions {
  /** 0 takes a free port. @default 0 */
  readonly port?: number;
  /** The emulator listens on loopback only. @default '127.0.0.1' */
  readonly host?: '127.0.0.1' | '::1';
  /**
   * Keeps the whole state in this file, as a JSON snapshot. If the file exists, the emulator starts from it instead
   * of the seed. Each change is in the file before its answer is sent. Only one emulator at a time may use it: the
   * file `<persistTo>.lock` names the process, and another emulator is refused.
   *
   * @default - the state is lost when the emulator ends
   */
  readonly persistTo?: string;
}

/** An emulator that listens. */
export interface RunningEmulator {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** What the specification calls `{base_url}`: the url with `/client/v4`. */
  readonly baseUrl: string;
  /** What a test can do besides sending requests: seeds, edits, faults, clock, journal. */
  readonly control: Control;
  /** The first token and the first key of the state; empty strings if it has none. */
  readonly credentials: EmulatorCredentials;
  /** Whether it continued from the file of `persistTo`, so that the seed was not used. */
  readonly continued: boolean;
  /**
   * Resolves when the emulator is closed. Rejects with a StateFileError if it closed itself because it could not
   * write its state to the file.
   */
  readonly ended: Promise<void>;
  /**
   * Stops listening and ends every connection, idle or not. All changes are in the file then.
   *
   * @throws StateFileError if it could not be written
   */
  close(): Promise<void>;
}

/**
 * Starts an emulator on loopback.
 *
 * @throws SeedError if the seed cannot be used, StateFileError if the file of `persistTo` cannot be read or written or another emulator has it, DestinationFolderError if the folder for files cannot be used, and the system's error if the port is not available
 */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  if (options.destinationFolder !== undefined) await prepareFolder(options.destinationFolder);
  const closing = new AbortController();
  const core = emulatorCore({ wait: waitUntil(closing.signal), ...options });
  const file =
    options.persistTo === undefined ? undefined : await openStateFile(options.persistTo, core.control);
  const control = file === undefined ? core.control : keptControl(core.control, file.changed);

  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const { socket, rawHeaders } = incoming as IncomingMessage;
      const answer = await core.respond(request, { peer: socket.remoteAddress, rawHeaders });
      if (file !== undefined) {
        if (request.method !== 'GET' && request.method !== 'HEAD') file.changed();
        // No answer may show a state that the file does not contain.
        if (!(await file.saved())) {
          send(connectionCut(), outgoing as ServerResponse);
          return RESPONSE_ALREADY_SENT;
        }
      }
      if (answer instanceof Response) return answer;
      send(answer, outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false, errorHandler: answerToError },
  );
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(options.port ?? 0, host(options));
  await once(server, 'listening').catch(async (error: unknown) => {
    await file?.release();
    throw error;
  });
  const stopPushing = pushAsTimePasses(core.clock, control.traffic);
  const { port } = server.address() as AddressInfo;
  const url = `http://${host(options) === '::1' ? '[::1]' : host(options)}:${port}`;
  const stopWatching = watchForBlocking(url, port);

  const shutDown = async (): Promise<void> => {
    if (!server.listening) return;
    closing.abort();
    stopPushing();
    stopWatching();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    await file?.release();
  };
  const closed = once(server, 'close').then(() => undefined);
  const ended = file === undefined ? closed : Promise.race([closed, file.failure]);
  // Callers that do not await it learn of the error from `close`.
  ended.catch(() => shutDown());

  return {
    url,
    baseUrl: url + BASE_PATH,
    control,
    get credentials() {
      return core.credentials();
    },
    continued: file?.wasThere ?? false,
    ended,
    close: async () => {
      try {
        await file?.close();
      } finally {
        await shutDown();
      }
    },
  };
}

function host(options: StartOptions): '127.0.0.1' | '::1' {
  return options.host ?? '127.0.0.1';
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
