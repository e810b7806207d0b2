import { createHmac, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Log } from '../text';
import { secretsOf, type Credentials } from './credentials';
import type { Environment } from './proxy';
import { createRequestCount, SLOTS, slotsInMemory, type RequestCount, type Slots } from './request-count';

export interface SharedCountOptions {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly environment: Environment;
  readonly log?: Log;
}

/**
 * A count shared by all processes of this user on this machine that use these credentials: a file for each time slot,
 * whose size is the number of requests. Appending needs no lock, and a process that dies leaves nothing half-written.
 * Without a writable folder, this process counts alone.
 */
export function sharedRequestCount(options: SharedCountOptions): RequestCount {
  const { baseUrl, credentials, environment, log } = options;
  const subject = JSON.stringify([baseUrl.href, ...secretsOf(credentials)]);
  let slots: Slots | undefined;
  const alone = (error: unknown): Slots => {
    log?.('debug', 'requests of other processes of this machine are not counted', { error: String(error) });
    return (slots = slotsInMemory());
  };
  const open = (): Slots => {
    let failure: unknown;
    for (const folder of foldersOf(environment)) {
      try {
        return slotsIn(folder, subject);
      } catch (error) {
        failure = error;
      }
    }
    return alone(failure);
  };
  const attempt = <T>(use: (slots: Slots) => T): T => {
    slots ??= open();
    try {
      return use(slots);
    } catch (error) {
      return use(alone(error));
    }
  };
  return createRequestCount({
    add: (slot, requests) => attempt((slots) => slots.add(slot, requests)),
    get: (slot) => attempt((slots) => slots.get(slot)),
  });
}

/** @throws Error of the file system, here and in the methods of the result */
function slotsIn(folder: string, subject: string): Slots {
  prepare(folder);
  const key = createHmac('sha256', saltIn(folder)).update(subject).digest('hex').slice(0, 32);
  const fileOf = (slot: number): string => join(folder, `${key}-${slot}`);
  let latest = -1;
  return {
    add(slot, requests) {
      if (slot !== latest) removeOld(folder, slot);
      latest = slot;
      appendFileSync(fileOf(slot), '.'.repeat(requests), { mode: 0o600 });
    },
    get: (slot) => statSync(fileOf(slot), { throwIfNoEntry: false })?.size ?? 0,
  };
}

/** Folders for the files, in order of preference: the user's cache, then the temporary folder. */
function foldersOf(environment: Environment): readonly string[] {
  const { XDG_CACHE_HOME: cache = '', LOCALAPPDATA: local = '' } = environment;
  const home = environment['HOME'] || homedir();
  const user = process.getuid?.() ?? 'user';
  const caches = [
    cache,
    local,
    process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache'),
  ];
  return [
    ...caches
      .filter(isAbsolute)
      .slice(0, 1)
      .map((folder) => join(folder, 'zonewright', 'requests')),
    join(environment['TMPDIR'] || tmpdir(), `zonewright-requests-${user}`),
  ];
}

/** Creates the folder. @throws Error if others could write to it */
function prepare(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const user = process.getuid?.();
  if (!found.isDirectory() || (user !== undefined && (found.uid !== user || (found.mode & 0o022) !== 0)))
    throw new Error(`${folder} is not a folder of this user alone`);
}

const SALT = /^[0-9a-f]{64}$/;

/** The salt that all users of the folder share. The first one creates it atomically. @throws Error */
function saltIn(folder: string): Buffer {
  const file = join(folder, 'salt');
  for (let tries = 0; tries < 3; tries += 1) {
    const text = textOf(file);
    if (SALT.test(text)) return Buffer.from(text, 'hex');
    // It is damaged.
    if (text !== '') rmSync(file, { force: true });
    const own = join(folder, `salt-${randomBytes(8).toString('hex')}`);
    try {
      writeFileSync(own, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
      linkSync(own, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(own, { force: true });
    }
  }
  throw new Error(`${file} cannot be read or created`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Removes old slots of all users of the folder, and slots too far in the future. */
function removeOld(folder: string, slot: number): void {
  for (const name of readdirSync(folder)) {
    const number = /^[0-9a-f]{32}-(\d+)$/.exec(name)?.[1];
    if (number === undefined || Math.abs(Number(number) - slot) <= 2 * SLOTS) continue;
    rmSync(join(folder, name), { force: true });
  }
}
