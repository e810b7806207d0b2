import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another process has the lock of a file. */
export class FileInUse extends Error {
  constructor(
    /** The process that has it. */
    readonly pid: number,
    readonly lock: string,
  ) {
    super(`process ${pid} uses it, according to ${lock}`);
    this.name = 'FileInUse';
  }
}

/** The lock file beside a file, which names the process that writes the file. */
export interface FileLock {
  /** Removes it, unless it belongs to another process by now. */
  readonly release: () => Promise<void>;
}

/** How long to wait for a process that is writing a lock, or removing a left-over one. */
const PAUSE_MS = 10;

/** Whether the process that has written the text of a lock still runs. */
export type IsAlive = (text: string) => boolean | Promise<boolean>;

/**
 * Takes the lock `<file>.lock`. Takes over a lock whose process is gone, for example after `kill -9`.
 *
 * @throws FileInUse if the process that has it is alive, and the system's error if it cannot be written
 */
export async function takeFileLock(file: string, isAlive: IsAlive = ownerLives): Promise<FileLock> {
  const path = `${file}.lock`;
  const own = `${process.pid} ${startOfProcess()} ${randomUUID()}\n`;
  while (!(await createdWith(path, own))) {
    const seen = await textOf(path);
    if (seen === undefined) continue;
    if (await isAlive(seen)) throw new FileInUse(ownerIn(seen), path);
    await removeLeftOver(path, seen, own, isAlive);
  }
  return {
    release: async () => {
      if ((await textOf(path)) === own) await rm(path, { force: true });
    },
  };
}

/** Written beside its place and then linked there, so that nobody sees it without its text where there are links. */
async function createdWith(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== undefined && WITHOUT_LINKS.includes(code)) return createdInPlace(path, text);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The error codes of file systems without links. */
const WITHOUT_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

async function createdInPlace(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Milliseconds after which nobody still writes the text of a lock. */
const WRITTEN_AFTER = 2_000;

/**
 * The text of a lock, which ends with a line feed; `undefined` if it no longer exists. On a file system without links a lock
 * exists before its text does, so one that is young and not whole is looked at again.
 */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.endsWith('\n') || Date.now() - (await stat(path)).mtimeMs > WRITTEN_AFTER) return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  await sleep(PAUSE_MS);
  return textOf(path);
}

/**
 * Removes a left-over lock, unless another process has replaced it meanwhile. Each lock has a text of its own, and for
 * each text only one process at a time may remove the file that has it: what this one compares cannot change before it
 * is removed. The file that says so may be left over as well.
 */
async function removeLeftOver(path: string, seen: string, own: string, isAlive: IsAlive): Promise<void> {
  const removal = `${path}.${createHash('sha256').update(seen).digest('hex').slice(0, 16)}`;
  if (await createdWith(removal, own)) {
    try {
      if ((await textOf(path)) === seen) await rm(path, { force: true });
    } finally {
      await rm(removal, { force: true });
    }
    return;
  }
  const other = await textOf(removal);
  if (other === undefined) return;
  if (await isAlive(other)) await sleep(PAUSE_MS);
  else await removeLeftOver(removal, other, own, isAlive);
}

function ownerIn(text: string): number {
  return Number(text.split(' ')[0]);
}

function ownerLives(text: string): boolean {
  const pid = ownerIn(text);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  // In containers the next process often has the process id of the killed one.
  if (pid === process.pid) return text.split(' ')[1] === startOfProcess();
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Whether the process has ended and only its parent has not noticed: some containers have none that does. */
function isZombie(pid: number): boolean {
  try {
    // The state follows the name, which is in parentheses and may hold any character (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).startsWith(') Z ');
  } catch {
    return false;
  }
}

function startOfProcess(): string {
  return String(performance.timeOrigin);
}
