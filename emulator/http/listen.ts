import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server listens, and what for. */
interface ListenOptions {
  readonly host: '127.0.0.1' | '::1';
  /** 0 takes a free port. */
  readonly port: number;
  readonly listener: RequestListener;
}

/** A server that listens. */
interface ListeningServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends every connection, idle or not. */
  close(): Promise<void>;
}

/** @throws the system's error if the port is not available */
export async function listen({ host, port, listener }: ListenOptions): Promise<ListeningServer> {
  const server = createServer(listener);
  server.listen(port, host);
  await once(server, 'listening');
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://${host === '::1' ? '[::1]' : host}:${taken}`,
    port: taken,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
