import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Log } from '../sdk/text';
import {
  dataFolderOf,
  MAX_AGE,
  RecordFolder,
  scopeOf,
  type CreationRecord,
  type Sender,
} from './record-folder';

/** The name of a record, or a salt. */
function newToken(): string {
  return randomBytes(16).toString('hex');
}

/** A fingerprint, to compare texts without storing them. */
function fingerprint(salt: string, text: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(text).digest('hex');
}

/** Milliseconds that a provider may need to end after it has lost its engine: 2,500 at most, and more on a busy machine. */
const ENDING = 15_000;

/** Milliseconds after which a process with the same number is a different one, where its start cannot be read. */
const LONGEST_CREATION = 10 * 60 * 1000;

const CHECK_INTERVAL = 50;

export interface CreationRecordsOptions {
  readonly folder: RecordFolder;
  /** See `scopeOf`. */
  readonly scope: string;
  /** This process. */
  readonly sender: Sender;
  /** When a process started; undefined if it has ended. */
  readonly startOf: (pid: number) => string | undefined;
  readonly time: {
    readonly now: () => number;
    readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  };
  readonly log: Log;
}

/** A creation of an earlier run whose object may or may not be in the state. */
export interface InterruptedCreation {
  readonly token: string;
  readonly record: CreationRecord;
  /** Whether this is the text of the object to create. */
  readonly matches: (text: string) => boolean;
}

/** The operations of {@link StoredCreationRecords}. */
export type CreationRecords = Pick<StoredCreationRecords, keyof StoredCreationRecords>;

/**
 * Creations whose objects may not be in the state. The service has no room for an owner's mark, so each creation is
 * recorded beside the state before it is sent: a run that is killed in between leaves the record, and the next run
 * completes the creation instead of creating a second object.
 *
 * Without a writable folder there are no records, and everything else works.
 */
export class StoredCreationRecords {
  readonly #mine = new Map<string, CreationRecord>();
  readonly #reported = new Set<string>();
  #earlier: ReadonlyMap<string, CreationRecord> | undefined;

  constructor(private readonly options: CreationRecordsOptions) {}

  /** Records a creation that is about to be sent. @param text of the object to create @returns the object's token */
  open(zoneId: string, text: string, before: readonly number[]): string {
    const { scope, sender, time } = this.options;
    const [token, salt, at] = [newToken(), newToken(), time.now()];
    const kept = fingerprint(salt, text);
    this.#write(token, { zoneId, scope, salt, fingerprint: kept, before, made: null, at, sender });
    return token;
  }

  /** Records the id of the created object. @param text of the object, if it differs from the recorded one */
  made(token: string, number: number, text?: string): void {
    const record = this.#mine.get(token);
    if (!record) return;
    const kept = text === undefined ? record.fingerprint : fingerprint(record.salt, text);
    this.#write(token, { ...record, made: number, fingerprint: kept });
  }

  /** Records that the answer to the engine contains the object. */
  reported(token: string): void {
    this.#reported.add(token);
  }

  /** Removes the record of a creation: nothing was created, or the object is known. */
  remove(zoneId: string, token: string): void {
    this.#mine.delete(token);
    this.options.folder.remove(zoneId, token);
  }

  /** Records that the state has an object, by its id. */
  stored(zoneId: string, number: number): void {
    for (const [name, record] of this.#readEarlier())
      // A record of this run stays: its object may not be in the state file yet.
      if (!this.#mine.has(name) && record.made === number && this.#isOf(record, zoneId))
        this.remove(record.zoneId, name);
  }

  /** The interrupted creations of earlier runs in a zone. Waits for a provider that has lost its engine to end. */
  async interrupted(zoneId: string, signal: AbortSignal): Promise<readonly InterruptedCreation[]> {
    const { now, sleep } = this.options.time;
    const deadline = now() + ENDING;
    for (;;) {
      const others = this.#read(zoneId, (token) => !this.#mine.has(token));
      const records = [...others].filter(([, record]) => this.#isOf(record, zoneId));
      const isEnding = records.some(([, record]) => this.#senderOf(record) === 'ending');
      if (!isEnding || now() >= deadline || signal.aborted)
        return records
          .filter(([, record]) => this.#senderOf(record) === 'gone')
          .map(([token, record]) => leftOverOf(token, record));
      await sleep(CHECK_INTERVAL, signal);
    }
  }

  /**
   * Assigns a interrupted creation to an object that is being stored.
   *
   * @param number id of the created object
   * @returns the object's token; undefined if another process has taken the creation
   */
  take({ token: left, record }: InterruptedCreation, number: number): string | undefined {
    const token = newToken();
    if (!this.options.folder.rename(record.zoneId, left, token)) return undefined;
    const { sender, time } = this.options;
    this.#write(token, { ...record, made: number, at: time.now(), sender });
    return token;
  }

  /** Removes the records of creations that were reported to the engine, when it ends this run normally. */
  close(): void {
    for (const token of this.#reported) {
      const record = this.#mine.get(token);
      if (record) this.remove(record.zoneId, token);
    }
  }

  #write(token: string, record: CreationRecord): void {
    this.#mine.set(token, record);
    try {
      this.options.folder.write(token, record);
    } catch (error) {
      this.options.log(
        'warn',
        'the creation was not recorded; if this run is killed, the next one may repeat it',
        {
          error: (error as Error).message,
        },
      );
    }
  }

  #read(zoneId: string, isWanted?: (token: string) => boolean): ReadonlyMap<string, CreationRecord> {
    const { folder, time } = this.options;
    return folder.read(zoneId, time.now() - MAX_AGE, isWanted);
  }

  /** The records when this run began: those of objects in the state are older. */
  #readEarlier(): ReadonlyMap<string, CreationRecord> {
    this.#earlier ??= new Map(this.options.folder.zones().flatMap((zoneId) => [...this.#read(zoneId)]));
    return this.#earlier;
  }

  #isOf(record: CreationRecord, zoneId: string): boolean {
    return record.zoneId === zoneId && record.scope === this.options.scope;
  }

  /** Whether a record's process still works for the same engine, is about to end without one, or is gone. */
  #senderOf({ sender, at }: CreationRecord): 'at work' | 'ending' | 'gone' {
    const { sender: me, startOf, time } = this.options;
    // A debugged process serves one run after another.
    if (sender.host !== me.host || sender.pid === me.pid || startOf(sender.pid) !== sender.start)
      return 'gone';
    if (time.now() - at > LONGEST_CREATION) return 'gone';
    return sender.engine === me.engine ? 'at work' : 'ending';
  }
}

function leftOverOf(token: string, record: CreationRecord): InterruptedCreation {
  return { token, record, matches: (text) => fingerprint(record.salt, text) === record.fingerprint };
}

interface OpenOptions extends Pick<CreationRecordsOptions, 'time' | 'log'> {
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
    folder: new RecordFolder(dataFolder),
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
