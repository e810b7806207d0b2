import {
  chmodSync,
  chownSync,
  readFileSync,
  rmSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './host/host';

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
export interface SocketFolder {
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
export function makeSocketFolder(environment: Environment): SocketFolder {
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
  if (requested) return folderIn(fitting(requested));
  const usual = environment['TMPDIR'] || '/tmp';
  const parent = socketBytes(usual) <= PATH_LIMIT ? usual : '/tmp';
  const own = ownFolder(parent);
  // A group that is to connect cannot enter the user's folder.
  const mayBeOwn = !environment['PLUGIN_UNIX_SOCKET_GROUP'] && socketBytes(own) <= PATH_LIMIT;
  return (mayBeOwn ? folderInOwn(own) : undefined) ?? folderIn(parent);
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

function folderIn(parent: string): MadeFolder {
  const folder = temporaryIn(parent);
  return { folder, siblings: undefined, remove: () => removeFolder(folder) };
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
