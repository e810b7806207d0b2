import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Certificate } from '../security/certificate';
import { answerCall, type CallServices } from './call';

/** Bytes in flight for each call and for the connection; the default of 64 KiB makes big states crawl. */
const WINDOW = 4 * 1024 * 1024;

/** In megabytes. The default of 10 ends the connection when several large replies are queued. */
const SESSION_MEMORY = 4_096;

const HTTP2_OPTIONS = {
  maxSessionMemory: SESSION_MEMORY,
  settings: { initialWindowSize: WINDOW, enablePush: false },
} as const;

/** Mutual TLS: our certificate, and the DER of the only certificate that a caller may show. */
export interface Security {
  readonly certificate: Certificate;
  readonly client: Uint8Array;
}

export interface SessionWatcher {
  readonly opened: () => void;
  readonly closed: () => void;
  readonly refused: (reason: string) => void;
}

export interface GrpcServer {
  /** Serves what comes over a fresh connection. */
  readonly accept: (socket: Socket) => void;
  /** Breaks all connections. */
  readonly disconnect: () => void;
}

/** A gRPC server that does not listen itself; without `security` it speaks plaintext. */
export function createGrpcServer(
  security: Security | undefined,
  services: CallServices,
  watcher: SessionWatcher,
): GrpcServer {
  const server = security === undefined ? createServer(HTTP2_OPTIONS) : createTlsServer(security);
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session: ServerHttp2Session) => {
    session.on('error', () => undefined);
    if (security !== undefined && !isPinned(session, security.client)) {
      watcher.refused('its certificate is not that of the engine that started this process');
      return session.destroy();
    }
    session.setLocalWindowSize(WINDOW);
    sessions.add(session);
    watcher.opened();
    session.on('close', () => {
      sessions.delete(session);
      watcher.closed();
    });
    // On the session and not on the server: what is refused above can start no call.
    session.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      void answerCall(stream, headers, services);
    });
  });
  server.on('tlsClientError', (error: Error) => watcher.refused(error.message));
  return {
    accept: (socket) => void server.emit('connection', socket),
    disconnect: () => sessions.forEach((session) => session.destroy()),
  };
}

/**
 * `ca: []` and no check by OpenSSL: naming any authority, or none at all, makes Node parse its whole root
 * store, which takes longer than everything else at start. TLS still proves that the caller has the key of
 * the certificate that it shows, and `isPinned` compares that certificate byte by byte.
 */
function createTlsServer({ certificate }: Security): Http2Server {
  return createSecureServer({
    ...HTTP2_OPTIONS,
    key: certificate.keyPem,
    cert: certificate.certificatePem,
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
  });
}

function isPinned(session: ServerHttp2Session, client: Uint8Array): boolean {
  const shown = (session.socket as TLSSocket).getPeerX509Certificate();
  return shown !== undefined && shown.raw.equals(client);
}
