import type { Http2Server } from 'node:http2';
import type { Environment } from './host';
import { makeSocketFolder } from './socket-folder';

const LOOPBACK = '127.0.0.1';

/** go-plugin's own range, for hosts that name none. */
const DEFAULT_PORTS = { first: 10_000, last: 25_000 } as const;

/** Where the plugin can be reached. */
export interface Endpoint {
  readonly network: 'unix' | 'tcp';
  /** Path of the socket, or `127.0.0.1:port`. */
  readonly address: string;
  /** Takes back what was made for it. */
  readonly remove: () => void;
}

/** Starts to listen. Rejects with an error for people when there is no place to. */
export async function listen(
  server: Http2Server,
  network: Endpoint['network'],
  environment: Environment,
): Promise<Endpoint> {
  switch (network) {
    case 'unix':
      return listenUnix(server, environment);
    case 'tcp':
      return listenTcp(server, environment);
  }
}

async function listenUnix(server: Http2Server, environment: Environment): Promise<Endpoint> {
  const folder = makeSocketFolder(environment);
  try {
    await listenAt(server, { path: folder.path });
    folder.open();
  } catch (error) {
    folder.remove();
    throw error;
  }
  return { network: 'unix', address: folder.path, remove: folder.remove };
}

async function listenTcp(server: Http2Server, environment: Environment): Promise<Endpoint> {
  const first = portFrom(environment, 'PLUGIN_MIN_PORT') ?? DEFAULT_PORTS.first;
  const last = portFrom(environment, 'PLUGIN_MAX_PORT') ?? DEFAULT_PORTS.last;
  for (let port = first; port <= last; port++) {
    try {
      await listenAt(server, { host: LOOPBACK, port });
      return { network: 'tcp', address: `${LOOPBACK}:${port}`, remove: () => undefined };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // EACCES: Windows reserves ranges of ports.
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    }
  }
  throw new Error(`no free port on ${LOOPBACK} from PLUGIN_MIN_PORT ${first} to PLUGIN_MAX_PORT ${last}`);
}

function portFrom(environment: Environment, name: string): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`${name} is "${text}"; it must be a port from 1 to 65535`);
}

function listenAt(
  server: Http2Server,
  place: { path: string } | { host: string; port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
