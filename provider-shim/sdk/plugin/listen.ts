import { createServer, type Server, type Socket, connect } from 'node:net';
import type { Environment } from './host/host';
import { makeSocketFolder, type SocketFolder } from './socket-folder';
import { lstatSync, readdirSync, rm } from 'node:fs';
import { join } from 'node:path';

/** A socket is needed while the engine connects, which takes a second at most. */
const LEFT_AFTER = 3_600_000;

/**
 * Removes the folders that processes left which were killed: as old as `LEFT_AFTER`, ours, with nothing in them but a
 * socket on which nobody listens. What cannot be looked at or removed stays.
 *
 * @param parent a folder of socket folders
 */
function removeLeftFolders(parent: string, now: number): void {
  for (const name of namesIn(parent))
    if (/^plugin-[A-Za-z0-9]{6}$/.test(name)) removeIfLeft(join(parent, name), now);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeIfLeft(folder: string, now: number): void {
  try {
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.() || now - found.mtimeMs < LEFT_AFTER) return;
    const inside = readdirSync(folder);
    if (inside.length > 1 || (inside.length === 1 && inside[0] !== 's')) return;
  } catch {
    return;
  }
  const probe = connect(join(folder, 's'), () => void probe.destroy()).unref();
  probe.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED' || code === 'ENOENT')
      rm(folder, { recursive: true, force: true }, () => undefined);
  });
}

const LOOPBACK = '127.0.0.1';

/** go-plugin's own range, for hosts that name none. */
const DEFAULT_PORTS = { first: 10_000, last: 25_000 } as const;

/** Where the plugin can be reached. */
export interface Endpoint {
  readonly network: 'unix' | 'tcp';
  /** Path of the socket, or `127.0.0.1:port`. */
  readonly address: string;
  /** Hands over every connection, also those that were made before this call. To be called once. */
  readonly accept: (take: (socket: Socket) => void) => void;
  /** Removes the socket and its folder in one step; connections stay open. */
  readonly close: () => void;
}

/**
 * Starts to listen, with nothing yet that answers: the handshake line can go out, and what the connections
 * need is loaded while the engine reads it. Rejects with an error for people when there is no place to.
 */
export async function listen(network: Endpoint['network'], environment: Environment): Promise<Endpoint> {
  const server = createServer();
  const accept = acceptor(server);
  switch (network) {
    case 'unix': {
      const { path, siblings, remove } = await listenUnix(server, environment);
      const acceptAndTidy: Endpoint['accept'] = (take) => {
        accept(take);
        if (siblings !== undefined) removeLeftFolders(siblings, Date.now());
      };
      const close = (): void => {
        server.close();
        remove();
      };
      return { network, address: path, accept: acceptAndTidy, close };
    }
    case 'tcp': {
      const address = await listenTcp(server, environment);
      return { network, address, accept, close: () => void server.close() };
    }
  }
}

function acceptor(server: Server): Endpoint['accept'] {
  const early: Socket[] = [];
  const keep = (socket: Socket): void => void early.push(socket);
  server.on('connection', keep);
  return (take) => {
    server.off('connection', keep).on('connection', take);
    early.forEach(take);
  };
}

async function listenUnix(server: Server, environment: Environment): Promise<SocketFolder> {
  const folder = makeSocketFolder(environment);
  try {
    await listenAt(server, { path: folder.path });
    folder.open();
  } catch (error) {
    server.close();
    folder.remove();
    throw error;
  }
  return folder;
}

async function listenTcp(server: Server, environment: Environment): Promise<string> {
  const first = portFrom(environment, 'PLUGIN_MIN_PORT') ?? DEFAULT_PORTS.first;
  const last = portFrom(environment, 'PLUGIN_MAX_PORT') ?? DEFAULT_PORTS.last;
  for (let port = first; port <= last; port++) {
    try {
      await listenAt(server, { host: LOOPBACK, port });
      return `${LOOPBACK}:${port}`;
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

function listenAt(server: Server, place: { path: string } | { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
