import { createHmac, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Log } from '../text';
import { cacheFolder, homeFolder, makeOwnFolder } from './cache-folder';

type Environment = Readonly<Record<string, string | undefined>>;

/** Numbers of requests by slot of time. Slots are numbered from 1970 on. */
export interface RequestSlots {
  readonly add: (slot: number, requests: number) => void;
  readonly get: (slot: number) => number;
}

export interface SharedSlotsOptions {
  /** Whose requests are counted. Only a keyed hash of it is stored. */
  readonly subject: string;
  /** Slots that are looked at. The files of much older ones are removed. */
  readonly slots: number;
  /** Where this process counts if no folder can be written. */
  readonly alone: RequestSlots;
  readonly environment: Environment;
  readonly log?: Log | undefined;
}

/**
 * Numbers of requests that all processes of this user and machine share: a file for each slot of time, whose size is the
 * number of requests. Appending needs no lock, and a process that dies leaves nothing half done. Where no folder can be
 * written, this process counts for itself.
 */
export function sharedSlots({ subject, slots, alone, environment, log }: SharedSlotsOptions): RequestSlots {
  let opened: RequestSlots | undefined;
  const giveUp = (error: unknown): RequestSlots => {
    log?.('debug', 'requests of other processes of this machine are not counted', { error: String(error) });
    return (opened = alone);
  };
  const open = (): RequestSlots => {
    let failure: unknown;
    const home = homeFolder(environment);
    for (const folder of requestFolders(environment, process.platform, home).filter(isAbsolute)) {
      try {
        return slotsIn(folder, subject, slots);
      } catch (error) {
        failure = error;
      }
    }
    return giveUp(failure);
  };
  const attempt = <T>(use: (slots: RequestSlots) => T): T => {
    opened ??= open();
    try {
      return use(opened);
    } catch (error) {
      return use(giveUp(error));
    }
  };
  return {
    add: (slot, requests) => attempt((slots) => slots.add(slot, requests)),
    get: (slot) => attempt((slots) => slots.get(slot)),
  };
}

/** @throws Error of the file system, then and later */
function slotsIn(folder: string, subject: string, slots: number): RequestSlots {
  makeOwnFolder(folder);
  const key = createHmac('sha256', saltIn(folder)).update(subject).digest('hex').slice(0, 32);
  const fileOf = (slot: number): string => join(folder, `${key}-${slot}`);
  let latest = -1;
  return {
    add(slot, requests) {
      if (slot !== latest) removeOld(folder, slot, 2 * slots);
      latest = slot;
      appendFileSync(fileOf(slot), '.'.repeat(requests), { mode: 0o600 });
    },
    get: (slot) => statSync(fileOf(slot), { throwIfNoEntry: false })?.size ?? 0,
  };
}

/**
 * Where the files may be: in the user's cache folder, whose rules are those of the `zonewright` command
 * (cli/engine/cache.ts), else in the folder for temporary files.
 */
export function requestFolders(
  environment: Environment,
  platform: NodeJS.Platform,
  home: string,
): readonly [string, string] {
  const user = process.getuid?.() ?? 'user';
  return [
    join(cacheFolder(environment, platform, home), 'requests'),
    join(environment['TMPDIR'] || tmpdir(), `zonewright-requests-${user}`),
  ];
}

const SALT = /^[0-9a-f]{64}$/;

/** The salt of all processes that use the folder. Whoever is first makes it, whole or not at all. @throws Error */
function saltIn(folder: string): Buffer {
  const file = join(folder, 'salt');
  for (let tries = 0; tries < 3; tries += 1) {
    const text = textOf(file);
    if (SALT.test(text)) return Buffer.from(text, 'hex');
    // Damaged.
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
  throw new Error(`${file} cannot be read or made`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Removes the files of all subjects for slots further away than this: nobody looks at them any more, or not for long. */
function removeOld(folder: string, slot: number, distance: number): void {
  for (const name of readdirSync(folder)) {
    const number = /^[0-9a-f]{32}-(\d+)$/.exec(name)?.[1];
    if (number === undefined || Math.abs(Number(number) - slot) <= distance) continue;
    rmSync(join(folder, name), { force: true });
  }
}
