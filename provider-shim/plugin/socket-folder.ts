import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdir,
  readdirSync,
  rm,
  rmSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { Environment } from './host';

/** sun_path of sockaddr_un without its final zero: 108 bytes on Linux, 104 on macOS. Longer ones are cut. */
const PATH_LIMIT = 103;

/** A folder that only we can enter, with room for one socket. */
export interface SocketFolder {
  /** Where to listen. */
  readonly path: string;
  /** Lets the group that the host requested connect; call it once the socket exists. */
  readonly open: () => void;
  readonly remove: () => void;
}

/**
 * Makes the folder in `PLUGIN_UNIX_SOCKET_DIR`, or else in the folder for temporary files; one whose path
 * leaves no room for a socket is passed over for /tmp. Throws when none can be made.
 */
export function makeSocketFolder(environment: Environment): SocketFolder {
  const parent = parentFolder(environment);
  const folder = mkdtempSync(join(parent, 'plugin-'));
  const path = join(folder, 's');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const group = environment['PLUGIN_UNIX_SOCKET_GROUP'];
  if (!group) return { path, open: () => undefined, remove };
  const open = (): void => {
    const id = groupId(group);
    share(path, id, 0o660);
    share(folder, id, 0o750);
  };
  return { path, open, remove };
}

/** A socket is needed while the engine connects, which takes a second at most. */
const LEFT_AFTER = 3_600_000;

/**
 * Removes the folders that processes left which were killed: as old as `LEFT_AFTER`, ours, with nothing in them but a
 * socket on which nobody listens. What cannot be looked at or removed stays.
 *
 * @param path the socket of this process, in a folder beside those
 */
export function removeLeftFolders(path: string, now: number): void {
  const parent = dirname(dirname(path));
  readdir(parent, (error, names) => {
    for (const name of error ? [] : names.filter((one) => /^plugin-[A-Za-z0-9]{6}$/.test(one)))
      removeIfLeft(join(parent, name), now);
  });
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

function parentFolder(environment: Environment): string {
  const wanted = environment['PLUGIN_UNIX_SOCKET_DIR'] || environment['TMPDIR'] || '/tmp';
  const length = Buffer.byteLength(join(wanted, 'plugin-XXXXXX', 's'));
  if (length <= PATH_LIMIT) return wanted;
  if (!environment['PLUGIN_UNIX_SOCKET_DIR']) return '/tmp';
  throw new Error(
    `PLUGIN_UNIX_SOCKET_DIR makes a socket path of ${length} bytes; at most ${PATH_LIMIT} are possible: use a shorter one`,
  );
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
