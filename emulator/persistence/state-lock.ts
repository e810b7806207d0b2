import { randomUUID } from 'node:crypto';
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
    super(`the emulator of process ${pid} uses it, says ${lock}`);
    this.name = 'StateFileInUse';
  }
}

/** Holds the file beside a state file that names the process which writes it. */
export interface StateLock {
  /** Removes it, unless it is another one's by now. */
  readonly release: () => Promise<void>;
}

/** How long to leave alone one that is taking over a lock. */
const TAKE_OVER_MS = 10;

/**
 * Takes the lock `<file>.lock`. One whose process is gone, as after `kill -9`, is taken over.
 *
 * @throws StateFileInUse when the process that has it lives, and the system's error when it cannot be written
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

/** Made beside its place and linked there, so that nobody ever sees it without its text. */
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

/** What file systems without links say. */
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

/** `undefined` when it is not there any more. */
async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * Removes a lock that is left over. One process at a time may, so that none removes what another has taken by
 * then; one that was killed over it leaves a file of its own, which is moved out of the way.
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
  // In containers the next emulator often has the number of the one that was killed.
  if (pid === process.pid) return seen.split(' ')[1] === startOfProcess();
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function startOfProcess(): string {
  return String(performance.timeOrigin);
}

/** Moved before it is removed, so that of two that take it over none removes what the other just wrote. */
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
