import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { parseCreationRecord, StoredCreationRecords } from './creation-records';
import type { CreationRecords, CreationRecordsOptions } from './creation-records';
import { dataFolderOf, RecordFolder, scopeOf } from './record-folder';

export interface OpenOptions extends Pick<CreationRecordsOptions, 'time' | 'log'> {
  /** The base URL of the service. */
  readonly service: string;
  /** The root module. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The records of the creations of a root module, as this process reads and writes them. */
export function openRecords({ service, folder, environment, ...more }: OpenOptions): CreationRecords {
  const dataFolder = dataFolderOf(folder, environment);
  return new StoredCreationRecords({
    scope: scopeOf(service, dataFolder, environment),
    ...more,
    folder: new RecordFolder(dataFolder, 'creations', parseCreationRecord),
    sender: { host: hostname(), pid: process.pid, start: startOf(process.pid) ?? '', engine: process.ppid },
    startOf,
  });
}

/**
 * When a process started, by the clock of its system, or an empty text where that cannot be read; undefined if it has
 * ended. A number is given to one process after another, and in containers the same ones over and over.
 */
function startOf(pid: number): string | undefined {
  try {
    // proc(5): "pid (name) state ..."; the name may contain anything; the last parenthesis ends it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A process that has ended but was not reaped, as in containers without an init process.
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return existsSync('/proc/self/stat') || !isThere(pid) ? undefined : '';
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
