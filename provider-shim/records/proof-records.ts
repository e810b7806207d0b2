import { isRecord } from '../../schema/description/value';
import { isHex, isNumber, parsed } from './creation-record';
import type { RecordFolder } from './record-folder';

/** That the service has accepted a dry run. */
export interface ProofRecord {
  readonly zoneId: string;
  /** When it answered, in milliseconds since 1970 UTC. */
  readonly at: number;
}

/** Milliseconds for which an answer counts, so that apply, which plans again, does not ask again. */
const SERVES = 10 * 60 * 1000;

interface ProofRecordsOptions {
  readonly folder: RecordFolder<ProofRecord>;
  readonly time: { readonly now: () => number };
}

/**
 * What the service has accepted in dry runs of the last minutes, in the engine's data folder: apply plans in a process
 * of its own. Without a writable folder there are no records, and it asks again.
 */
export class ProofRecords {
  constructor(private readonly options: ProofRecordsOptions) {}

  /** When the service accepted this; undefined if it did not lately. @param token 32 hexadecimal digits, a hash of what was asked */
  accepted(zoneId: string, token: string): number | undefined {
    const { folder, time } = this.options;
    return folder.read(zoneId, time.now() - SERVES).get(token)?.at;
  }

  /** @returns the time that is recorded */
  accept(zoneId: string, token: string): number {
    const { folder, time } = this.options;
    const at = time.now();
    try {
      folder.write(token, { zoneId, at });
    } catch {
      // Only the next process has to ask again.
    }
    return at;
  }
}

/** Parses a record; undefined for a text that no provider wrote. */
export function parseProofRecord(text: string): ProofRecord | undefined {
  const value = parsed(text);
  return isRecord(value) && isHex(value['zoneId']) && isNumber(value['at'])
    ? (value as unknown as ProofRecord)
    : undefined;
}
