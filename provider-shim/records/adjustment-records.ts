import { createHash } from 'node:crypto';
import { isRecord } from '../../schema/description/value';
import type { Log } from '../sdk/text';
import { isHex, isNumber, parsed } from './creation-records';
import { MAX_AGE, type RecordFolder } from './record-folder';

/** A record of the adjustments that an apply saves in a zone, written before its request is sent. */
export interface AdjustmentRecord {
  readonly zoneId: string;
  /** A hash of the service and the state. */
  readonly scope: string;
  /** As in the state; the reader has to check them. */
  readonly adjustments: unknown;
  /** The overrides that the adjustments replace; the reader has to check them. */
  readonly displaced: unknown;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

export interface AdjustmentRecordsOptions {
  readonly folder: RecordFolder<AdjustmentRecord>;
  /** See `scopeOf`. */
  readonly scope: string;
  readonly time: { readonly now: () => number };
  readonly log: Log;
}

/**
 * Adjustments that may be in force without being in the state. An override has no room for an owner's mark, so an apply
 * records its adjustments beside the state before it saves them: if it is killed in between, the next plan knows which
 * overrides are its own, and removes those that the configuration no longer has.
 *
 * Without a writable folder there are no records, and everything else works.
 */
export class AdjustmentRecords {
  /** The time of the record that the answer to the engine makes obsolete, by zone. */
  readonly #reported = new Map<string, number | undefined>();

  constructor(private readonly options: AdjustmentRecordsOptions) {}

  /** What the last apply was about to save in a zone; undefined if it ended normally. */
  of(zoneId: string): AdjustmentRecord | undefined {
    const { folder, time } = this.options;
    const token = this.#token(zoneId);
    return folder.read(zoneId, time.now() - MAX_AGE, (one) => one === token).get(token);
  }

  /**
   * Records adjustments that are about to be sent.
   *
   * @returns restores the former record, for when the service has refused the adjustments
   */
  open(zoneId: string, adjustments: unknown, displaced: unknown): () => void {
    const { scope, time, folder } = this.options;
    const former = this.of(zoneId);
    this.#write({ zoneId, scope, adjustments, displaced, at: time.now() });
    return () => {
      if (former) this.#write(former);
      else folder.remove(zoneId, this.#token(zoneId));
    };
  }

  #write(record: AdjustmentRecord): void {
    const { folder, log } = this.options;
    try {
      folder.write(this.#token(record.zoneId), record);
    } catch (error) {
      log('warn', 'the adjustments were not recorded; if this run is killed, they may stay', {
        error: (error as Error).message,
      });
    }
  }

  /** Records that the answer to the engine contains the adjustments of a zone. */
  reported(zoneId: string): void {
    this.#reported.set(zoneId, this.of(zoneId)?.at);
  }

  /**
   * Removes the records of adjustments that were reported to the engine, when it ends this run normally. A debugged
   * provider notices the end of a run late, so a record that another process has written since is kept.
   */
  close(): void {
    for (const [zoneId, at] of this.#reported)
      if (this.of(zoneId)?.at === at) this.options.folder.remove(zoneId, this.#token(zoneId));
  }

  /** One record for each zone: a later apply replaces it. */
  #token(zoneId: string): string {
    return createHash('sha256').update(`${this.options.scope} ${zoneId}`).digest('hex').slice(0, 32);
  }
}

/** Parses a record; undefined for a text that no provider wrote. */
export function parseAdjustmentRecord(text: string): AdjustmentRecord | undefined {
  const value = parsed(text);
  if (!isRecord(value) || ![value['zoneId'], value['scope']].every(isHex)) return undefined;
  return isNumber(value['at']) ? (value as unknown as AdjustmentRecord) : undefined;
}
