import type { Log } from '../sdk/text';
import { MAX_AGE, type RecordFolder } from './record-folder';
import { createHmac, randomBytes } from 'node:crypto';
import { isRecord } from '../../schema/description/value';

/** A record of a creation, written before its request is sent. It holds no secrets. */
export interface CreationRecord {
  readonly zoneId: string;
  /** A hash of the service and the state. */
  readonly scope: string;
  /** The salt of the fingerprint, hexadecimal. */
  readonly salt: string;
  /** HMAC-SHA-256 of the object to create, hexadecimal. */
  readonly fingerprint: string;
  /** The ids of the objects that the zone had before. */
  readonly before: readonly number[];
  /** The id of the created object; null until the service answers. */
  readonly made: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The process that sent it, to check whether it may still be working. */
  readonly sender: Sender;
}

/** The process of a provider, and of the engine that started it. */
interface Sender {
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the words of its system: another process may get its number. */
  readonly start: string;
  readonly engine: number;
}

/** The name of a record. */
function newToken(): string {
  return randomBytes(16).toString('hex');
}

function newSalt(): string {
  return randomBytes(16).toString('hex');
}

/** A fingerprint, to compare texts without storing them. */
function fingerprint(salt: string, text: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(text).digest('hex');
}

/** Parses a record; undefined for a text that no provider wrote. */
export function parseCreationRecord(text: string): CreationRecord | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  const { zoneId, scope, salt, fingerprint, before, made, at, sender } = value;
  if (![zoneId, scope, salt, fingerprint].every(isHex) || !Array.isArray(before)) return undefined;
  if (!before.every(isNumber) || !(made === null || isNumber(made)) || !isNumber(at)) return undefined;
  if (!isRecord(sender) || typeof sender['host'] !== 'string') return undefined;
  if (!isNumber(sender['pid']) || !isNumber(sender['engine'])) return undefined;
  if (typeof sender['start'] !== 'string') return undefined;
  return value as unknown as CreationRecord;
}

/** Parses JSON; undefined when malformed. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isHex(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{32,64}$/.test(value);
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Milliseconds that a provider may need to end after it has lost its engine: 2,500 at most, and more on a busy machine. */
const ENDING = 15_000;

/** Milliseconds after which a process with the same number is a different one, where its start cannot be read. */
const LONGEST_CREATION = 10 * 60 * 1000;

const CHECK_INTERVAL = 50;

export interface CreationRecordsOptions {
  readonly folder: RecordFolder<CreationRecord>;
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
    const [token, salt, at] = [newToken(), newSalt(), time.now()];
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
