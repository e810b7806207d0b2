import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** Where a server listens, and what for. */
interface ListenOptions {
  readonly host: '127.0.0.1' | '::1';
  /** 0 takes a free port. */
  readonly port: number;
  /** Certificate and private key as PEM, for https. @default - http */
  readonly secure?: { readonly certificate: string; readonly key: string } | undefined;
  readonly listener: RequestListener;
}

/** A server that listens. */
interface ListeningServer {
  /** `http://127.0.0.1:<port>`, or with `https` */
  readonly url: string;
  readonly port: number;
  /** Resolves when it no longer listens and every connection has ended. */
  readonly closed: Promise<void>;
  /** Stops listening and ends every connection, idle or not. */
  close(): Promise<void>;
}

/** @throws the system's error if the port is not available */
export async function listen({ host, port, secure, listener }: ListenOptions): Promise<ListeningServer> {
  const server =
    secure === undefined
      ? createServer(listener)
      : createSecureServer({ cert: secure.certificate, key: secure.key }, listener);
  // All of them: `closeAllConnections` does not end a connection whose TLS handshake is not over.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const closed = once(server, 'close').then(() => undefined);
  const taken = (server.address() as AddressInfo).port;
  const scheme = secure === undefined ? 'http' : 'https';
  return {
    url: `${scheme}://${host === '::1' ? '[::1]' : host}:${taken}`,
    port: taken,
    closed,
    close: async () => {
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}
