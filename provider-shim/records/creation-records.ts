import type { Log } from '../text';
import { fingerprint, newSalt, newToken, type CreationRecord, type Sender } from './creation-record';
import { MAX_AGE, type RecordFolder } from './record-folder';

/** Milliseconds that a provider which lost its engine may still need to end. */
const ENDING = 4_000;

/** Milliseconds. A process of the same number that lives this much later is another one. */
const LONGEST_CREATION = 10 * 60 * 1000;

const CHECK_INTERVAL = 50;

export interface CreationRecordsOptions {
  readonly folder: RecordFolder<CreationRecord>;
  /** See `scopeOf`. */
  readonly scope: string;
  /** This process. */
  readonly sender: Sender;
  readonly isAlive: (pid: number) => boolean;
  readonly time: {
    readonly now: () => number;
    readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  };
  readonly log: Log;
}

/** A creation of an earlier run whose object may not be in the state. */
export interface LeftOverCreation {
  readonly token: string;
  readonly record: CreationRecord;
  /** Whether this is what was to be made. */
  readonly matches: (text: string) => boolean;
}

/**
 * Creations whose objects may not be in the state. The service has no place for a mark, so a creation is recorded
 * beside the state before it is sent: a run that is killed in between leaves the record, and the next one completes
 * the creation instead of creating a second object.
 *
 * Without a writable folder there are no records, and everything else works.
 */
export class CreationRecords {
  readonly #mine = new Map<string, CreationRecord>();
  readonly #reported = new Set<string>();
  #earlier: ReadonlyMap<string, CreationRecord> | undefined;

  constructor(private readonly options: CreationRecordsOptions) {}

  /** Writes down a creation that is about to be sent. @param text what is to be made @returns the object's token */
  open(zoneId: string, text: string, before: readonly number[]): string {
    const { scope, sender, time } = this.options;
    const [token, salt, at] = [newToken(), newSalt(), time.now()];
    const kept = fingerprint(salt, text);
    this.#write(token, { zoneId, scope, salt, fingerprint: kept, before, made: null, at, sender });
    return token;
  }

  /** Writes down the number of the object that was made. @param text what it is, where that is new */
  made(token: string, number: number, text?: string): void {
    const record = this.#mine.get(token);
    if (!record) return;
    const kept = text === undefined ? record.fingerprint : fingerprint(record.salt, text);
    this.#write(token, { ...record, made: number, fingerprint: kept });
  }

  /** Notes that the answer to the engine holds the object. */
  reported(token: string): void {
    this.#reported.add(token);
  }

  /** Forgets a creation: nothing was made, or what was made is known. */
  remove(zoneId: string, token: string): void {
    this.#mine.delete(token);
    this.options.folder.remove(zoneId, token);
  }

  /** Notes that the state has an object, by its number and, unless an older provider made it, its token. */
  stored(zoneId: string, number: number, token: string | undefined): void {
    for (const [name, record] of this.#readEarlier())
      // Unless this run wrote it: its object may not be in the state file yet.
      if (!this.#mine.has(name) && (name === token || (record.made === number && this.#isOf(record, zoneId))))
        this.remove(record.zoneId, name);
  }

  /** What earlier runs left over in a zone. Waits for a provider that has lost its engine to end. */
  async leftOver(zoneId: string, signal: AbortSignal): Promise<readonly LeftOverCreation[]> {
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
   * Takes a left-over creation for an object that is stored now.
   *
   * @param number of the object that was made
   * @returns the object's token; undefined when another process has taken it
   */
  take({ token: left, record }: LeftOverCreation, number: number): string | undefined {
    const token = newToken();
    if (!this.options.folder.rename(record.zoneId, left, token)) return undefined;
    const { sender, time } = this.options;
    this.#write(token, { ...record, made: number, at: time.now(), sender });
    return token;
  }

  /** Forgets the creations that were reported to the engine, when it ends this run in order. */
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

  /** As it was when this run began: what the state has is older. */
  #readEarlier(): ReadonlyMap<string, CreationRecord> {
    this.#earlier ??= new Map(this.options.folder.zones().flatMap((zoneId) => [...this.#read(zoneId)]));
    return this.#earlier;
  }

  #isOf(record: CreationRecord, zoneId: string): boolean {
    return record.zoneId === zoneId && record.scope === this.options.scope;
  }

  /** Whether a record's process is working for the same engine, about to end without one, or gone. */
  #senderOf({ sender, at }: CreationRecord): 'at work' | 'ending' | 'gone' {
    const { sender: me, isAlive, time } = this.options;
    // A debugged process serves one run after another.
    if (sender.host !== me.host || sender.pid === me.pid || !isAlive(sender.pid)) return 'gone';
    if (time.now() - at > LONGEST_CREATION) return 'gone';
    return sender.engine === me.engine ? 'at work' : 'ending';
  }
}

function leftOverOf(token: string, record: CreationRecord): LeftOverCreation {
  return { token, record, matches: (text) => fingerprint(record.salt, text) === record.fingerprint };
}
