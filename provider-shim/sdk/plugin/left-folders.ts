import { lstatSync, readdirSync, rm } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** A socket is needed while the engine connects, which takes a second at most. */
const LEFT_AFTER = 3_600_000;

/**
 * Removes the folders that processes left which were killed: as old as `LEFT_AFTER`, ours, with nothing in them but a
 * socket on which nobody listens. What cannot be looked at or removed stays.
 *
 * @param parent a folder of socket folders
 */
export function removeLeftFolders(parent: string, now: number): void {
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
