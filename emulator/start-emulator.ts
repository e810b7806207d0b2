import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Control } from './control/control';
import { pushAsTimePasses } from './control/traffic-control';
import { type EmulatorCredentials, type EmulatorOptions, emulatorCore } from './create-emulator';
import { watchForBlocking } from './http/watch-for-blocking';
import { prepareFolder } from './destinations/store-file';
import { malformedRequest } from './service/chosen';
import { connectionCut } from './faults/apply-fault';
import { BASE_PATH } from './service/operation';
import { listen } from './http/listen';
import { respondRefused, responseOf, send } from './http/reply';
import type { OpenCertificate } from './persistence/certificate-file';
import { openKeptCertificate, openTemporaryCertificate } from './persistence/certificate-file';
import { keptControl } from './persistence/kept-control';
import { openStateFile } from './persistence/state-file';
import { type TrustVariable, trustVariables } from './http/server-certificate';

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
  /**
   * Listens with https instead of http, for clients that speak nothing else. The certificate is for `localhost`,
   * `127.0.0.1` and `::1`, from an authority that is made for it alone, and that clients must trust (`tls` of the running
   * emulator). With `persistTo` it is kept beside that file, and replaced when it has less than 30 days left.
   *
   * @default false
   */
  readonly tls?: boolean;
}

/** What the clients of an emulator with `tls` need. */
export interface TlsTrust {
  /** The certificate of the authority that clients must trust, as PEM. */
  readonly certificate: string;
  /** Path of the file with this certificate. Without `persistTo` it is removed when the emulator is closed. */
  readonly certificateFile: string;
  /** The variables by which Node.js, Go, Python and curl trust the file, each for the programs started with it. */
  readonly environment: Readonly<Record<TrustVariable, string>>;
}

/** An emulator that listens. */
export interface RunningEmulator {
  /** `http://127.0.0.1:<port>`, or with `https` */
  readonly url: string;
  /** What the specification calls `{base_url}`: the url with `/client/v4`. */
  readonly baseUrl: string;
  /** What a test can do besides sending requests: seeds, edits, faults, clock, journal. */
  readonly control: Control;
  /** The first token and the first key of the state; empty strings if it has none. */
  readonly credentials: EmulatorCredentials;
  /** What clients need if it listens with https; otherwise absent. */
  readonly tls?: TlsTrust;
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
 * @throws SeedError if the seed cannot be used, StateFileError if the file of `persistTo` cannot be read or written or another emulator has it, CertificateFileError if that of its certificate cannot, DestinationFolderError if the folder for files cannot be used, and the system's error if the port is not available
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
  const certificate = await openCertificate(options).catch(async (error: unknown) => {
    await file?.release();
    throw error;
  });
  const server = await listen({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    secure: certificate?.server,
    listener: (incoming, outgoing) => void listener(incoming, outgoing),
  }).catch(async (error: unknown) => {
    await certificate?.release();
    await file?.release();
    throw error;
  });
  const { url, port } = server;
  const stopPushing = pushAsTimePasses(core.clock, control.traffic);
  const stopWatching = watchForBlocking(url, port);

  let shuttingDown: Promise<void> | undefined;
  const shutDownOnce = async (): Promise<void> => {
    closing.abort();
    stopPushing();
    stopWatching();
    await server.close();
    await certificate?.release();
    await file?.release();
  };
  const shutDown = (): Promise<void> => (shuttingDown ??= shutDownOnce());
  const ended = file === undefined ? server.closed : Promise.race([server.closed, file.failure]);
  // Callers that do not await it learn of the error from `close`.
  ended.catch(() => shutDown());

  return {
    url,
    baseUrl: url + BASE_PATH,
    control,
    get credentials() {
      return core.credentials();
    },
    ...(certificate && { tls: trustOf(certificate) }),
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

async function openCertificate({ tls, persistTo }: StartOptions): Promise<OpenCertificate | undefined> {
  if (tls !== true) return undefined;
  // The time of the machine: that of the emulator's clock means nothing to clients.
  const now = Date.now();
  return persistTo === undefined ? openTemporaryCertificate(now) : openKeptCertificate(persistTo, now);
}

function trustOf({ server, authorityFile }: OpenCertificate): TlsTrust {
  return {
    certificate: server.authority,
    certificateFile: authorityFile,
    environment: trustVariables(authorityFile),
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
