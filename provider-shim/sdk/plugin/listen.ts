import { createServer, type Server, type Socket, connect } from 'node:net';
import type { Environment } from './host/host';
import {
  lstatSync,
  readdirSync,
  rm,
  chmodSync,
  chownSync,
  readFileSync,
  rmSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
} from 'node:fs';
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

/** The folder of this user's sockets. */
function ownFolder(parent: string): string {
  return join(parent, `plugins-${process.getuid?.() ?? ''}`);
}

/** How often another provider may remove the user's folder between our look at it and our use of it. */
const ATTEMPTS = 20;

/**
 * A folder in the user's own; undefined when that is somebody else's, can be entered by others, or cannot be made.
 */
function temporaryInOwn(own: string): string | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      mkdirSync(own, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return undefined;
    }
    try {
      return isOursAlone(own) ? temporaryIn(own) : undefined;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return undefined;
    }
  }
  return undefined;
}

function isOursAlone(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another provider of this user runs, or has been killed.
  }
}

function temporaryIn(parent: string): string {
  return mkdtempSync(join(parent, 'plugin-'));
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** sun_path of sockaddr_un without its final zero: 108 bytes on Linux, 104 on macOS. Longer ones are cut. */
const PATH_LIMIT = 103;

/** A folder that only we can enter, with room for one socket. */
interface SocketFolder {
  /** Where to listen. */
  readonly path: string;
  /** The user's folder of folders like this one, in which killed processes left theirs; undefined for a folder elsewhere. */
  readonly siblings: string | undefined;
  /** Lets the group that the host requested connect; call it once the socket exists. */
  readonly open: () => void;
  readonly remove: () => void;
}

/**
 * Makes the folder in `PLUGIN_UNIX_SOCKET_DIR`, or else among the temporary files: in `plugins-UID`, so that no start has to
 * look through tens of thousands of other files for what a killed process left, or beside it where that cannot be the
 * user's alone. A place whose path leaves no room for a socket is passed over for the next, and last for /tmp. Throws
 * when none can be made.
 */
function makeSocketFolder(environment: Environment): SocketFolder {
  const { folder, siblings, remove } = makeFolder(environment);
  const path = join(folder, 's');
  const group = environment['PLUGIN_UNIX_SOCKET_GROUP'];
  if (!group) return { path, siblings, open: () => undefined, remove };
  const open = (): void => {
    const id = groupId(group);
    share(path, id, 0o660);
    share(folder, id, 0o750);
  };
  return { path, siblings, open, remove };
}

type MadeFolder = Pick<SocketFolder, 'siblings' | 'remove'> & { readonly folder: string };

function makeFolder(environment: Environment): MadeFolder {
  const requested = environment['PLUGIN_UNIX_SOCKET_DIR'];
  if (requested) return folderIn(fitting(requested), 'PLUGIN_UNIX_SOCKET_DIR');
  const usual = environment['TMPDIR'] || '/tmp';
  const parent = socketBytes(usual) <= PATH_LIMIT ? usual : '/tmp';
  const own = ownFolder(parent);
  // A group that is to connect cannot enter the user's folder.
  const mayBeOwn = !environment['PLUGIN_UNIX_SOCKET_GROUP'] && socketBytes(own) <= PATH_LIMIT;
  return (mayBeOwn ? folderInOwn(own) : undefined) ?? folderIn(parent, 'TMPDIR');
}

function folderInOwn(own: string): MadeFolder | undefined {
  const folder = temporaryInOwn(own);
  if (folder === undefined) return undefined;
  const remove = (): void => {
    removeFolder(folder);
    removeIfEmpty(own);
  };
  return { folder, siblings: own, remove };
}

/** @param variable of the environment that names another */
function folderIn(parent: string, variable: string): MadeFolder {
  try {
    const folder = temporaryIn(parent);
    return { folder, siblings: undefined, remove: () => removeFolder(folder) };
  } catch (cause) {
    const hint = `set ${variable} to a folder that exists and can be written`;
    throw new Error(`${(cause as Error).message}; ${hint}`, { cause });
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function fitting(parent: string): string {
  const length = socketBytes(parent);
  if (length <= PATH_LIMIT) return parent;
  throw new Error(
    `PLUGIN_UNIX_SOCKET_DIR makes a socket path of ${length} bytes; at most ${PATH_LIMIT} are possible: use a shorter one`,
  );
}

function socketBytes(parent: string): number {
  return Buffer.byteLength(join(parent, 'plugin-XXXXXX', 's'));
}

function share(path: string, group: number, mode: number): void {
  chownSync(path, -1, group);
  chmodSync(path, mode);
}

/** A group is given by number or by name, as in go-plugin. */
function groupId(group: string): number {
  if (/^\d+$/.test(group)) return Number(group);
  const line = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${group}:`));
  if (line === undefined) throw new Error(`PLUGIN_UNIX_SOCKET_GROUP: /etc/group has no group "${group}"`);
  return Number(line.split(':')[2]);
}
