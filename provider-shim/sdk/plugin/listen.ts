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

/** Where the plugin can be reached. */
export interface Endpoint {
  /** Path of the socket. */
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
export async function listen(environment: Environment): Promise<Endpoint> {
  const server = createServer();
  const accept = acceptor(server);
  const { path, siblings, remove } = await listenInFolder(server, environment);
  return {
    address: path,
    accept: (take) => {
      accept(take);
      if (siblings !== undefined) removeLeftFolders(siblings, Date.now());
    },
    close: () => {
      server.close();
      remove();
    },
  };
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

async function listenInFolder(server: Server, environment: Environment): Promise<SocketFolder> {
  const folder = makeSocketFolder(environment);
  try {
    await listenAt(server, folder.path);
    folder.open();
  } catch (error) {
    server.close();
    folder.remove();
    throw error;
  }
  return folder;
}

function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
