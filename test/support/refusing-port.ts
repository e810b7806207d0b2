import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** A port of 127.0.0.1 that refuses connections. */
export interface RefusingPort {
  readonly port: number;
  readonly release: () => void;
}

/**
 * Takes a port on which nobody listens, and nobody else can: that of the client's end of a connection. A free port would
 * be given to another program.
 */
export async function refusingPort(): Promise<RefusingPort> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  return { port: Number(client.localPort), release: () => void (client.destroy(), server.close()) };
}
