import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another emulator keeps its state in the same file. */
export class StateFileInUse extends Error {
  constructor(
    /** The process that has the file. */
    readonly pid: number,
    readonly lock: string,
  ) {
    super(`the emulator of process ${pid} uses it, according to ${lock}`);
    this.name = 'StateFileInUse';
  }
}

/** The lock file beside a state file, which names the process that writes the state. */
export interface StateLock {
  /** Removes it, unless it belongs to another process by now. */
  readonly release: () => Promise<void>;
}

/** How long to wait for a process that is taking over a lock. */
const TAKE_OVER_MS = 10;

/**
 * Takes the lock `<file>.lock`. Takes over a lock whose process is gone, for example after `kill -9`.
 *
 * @throws StateFileInUse if the process that has it is alive, and the system's error if it cannot be written
 */
export async function takeStateLock(file: string): Promise<StateLock> {
  const path = `${file}.lock`;
  const own = `${process.pid} ${startOfProcess()} ${randomUUID()}\n`;
  while (!(await createdWith(path, own))) {
    const seen = await textOf(path);
    if (seen === undefined) continue;
    const pid = Number(seen.split(' ')[0]);
    if (lives(pid, seen)) throw new StateFileInUse(pid, path);
    await takeOver(path, seen, own);
  }
  return {
    release: async () => {
      if ((await textOf(path)) === own) await rm(path, { force: true });
    },
  };
}

/** Written beside its place and then linked there, so that nobody ever sees it without its text. */
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

/** `undefined` if it no longer exists. */
async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * Removes a left-over lock. Only one process at a time may do this, so that none removes a lock that another has just
 * taken; a process that was killed meanwhile leaves a file of its own, which is moved out of the way.
 */
async function takeOver(path: string, seen: string, own: string): Promise<void> {
  const taking = `${path}.taking`;
  if (await createdWith(taking, own)) {
    try {
      if ((await textOf(path)) === seen) await rm(path, { force: true });
    } finally {
      await rm(taking, { force: true });
    }
    return;
  }
  const other = await textOf(taking);
  if (other !== undefined && !lives(Number(other.split(' ')[0]), other)) await takeAway(taking, other);
  else await sleep(TAKE_OVER_MS);
}

function lives(pid: number, seen: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  // In containers the next emulator often has the process id of the killed one.
  if (pid === process.pid) return seen.split(' ')[1] === startOfProcess();
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

/**
 * Moved before it is removed, so that of two processes that take it over, neither removes what the other just wrote.
 */
async function takeAway(path: string, seen: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await textOf(aside)) === seen) await rm(aside, { force: true });
  else await rename(aside, path);
}
