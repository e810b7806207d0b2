import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, type Server, type Socket, createServer as createConnectionServer } from 'node:net';

/** A certificate and its private key, as PEM. */
interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** Where a server listens, and what for. */
interface ListenOptions {
  readonly host: '127.0.0.1' | '::1';
  /** 0 takes a free port. */
  readonly port: number;
  /** For https. @default - http */
  readonly secure?: Certificate | undefined;
  readonly listener: RequestListener;
}

/** A server that listens. */
interface ListeningServer {
  /** `http://127.0.0.1:<port>`, or with `https` */
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends every connection, idle or not. */
  close(): Promise<void>;
}

/** @throws the system's error if the port is not available */
export async function listen({ host, port, secure, listener }: ListenOptions): Promise<ListeningServer> {
  const server = secure === undefined ? createServer(listener) : serverOfHttps(secure, listener);
  // All of them: `closeAllConnections` does not end a connection whose TLS handshake is not over.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const taken = (server.address() as AddressInfo).port;
  const scheme = secure === undefined ? 'http' : 'https';
  return {
    url: `${scheme}://${host === '::1' ? '[::1]' : host}:${taken}`,
    port: taken,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}

/** The first byte of a TLS connection: a record of the type handshake (RFC 8446, 5.1). */
const TLS_HANDSHAKE = 22;

/** A server of https. A client that speaks http is told so, where TLS would only end the connection. */
function serverOfHttps({ certificate, key }: Certificate, listener: RequestListener): Server {
  const secure = createSecureServer({ cert: certificate, key }, listener);
  return createConnectionServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      if (first[0] === TLS_HANDSHAKE) {
        socket.pause();
        socket.unshift(first);
        secure.emit('connection', socket);
        return;
      }
      const { localAddress, localPort } = socket;
      const host = localAddress === '::1' ? '[::1]' : localAddress;
      socket.end(refusalOfHttp(`https://${host}:${localPort}`));
      // What else the client sends is read, or it might lose the answer.
      socket.resume();
    });
  });
}

function refusalOfHttp(url: string): string {
  const text = `The emulator listens with https here, and this request is http. Use ${url} instead.\n`;
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: text/plain; charset=utf-8',
    `content-length: ${text.length}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
