import type { Ruleset, ZoneClient } from '../../api';

/** Versions that are read: a write that is repeated makes no more than one for each try. */
const MOST_VERSIONS = 7;

/** Where a ruleset was written. */
export interface WrittenIn {
  readonly api: Pick<ZoneClient, 'getRulesetVersion'>;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/**
 * The versions of a ruleset between a read and a write of it, the newest first. A ruleset cannot be written on the
 * condition that it is as it was; but the service counts its versions, and keeps the earlier ones. So what somebody else
 * saved between the two, and the write took away, is in one of these.
 *
 * @param seen what was read; undefined where there was no ruleset
 * @param saved the ruleset as the service answered after the write
 * @returns each version, undefined where the service does not hand it out
 */
export async function* versionsBetween(
  { api, zoneId, signal }: WrittenIn,
  seen: Pick<Ruleset, 'id' | 'version'> | undefined,
  saved: Ruleset,
): AsyncGenerator<{ readonly version: number; readonly ruleset: Ruleset | undefined }> {
  const last = Number(saved.version);
  // A ruleset that was deleted and made anew counts from the start.
  const read = seen?.id === saved.id ? Number(seen.version) : 0;
  const from = Math.max(read, last - MOST_VERSIONS - 1);
  for (let version = last - 1; version > from; version -= 1) {
    const ruleset = await api
      .getRulesetVersion(zoneId, saved.id, String(version), { signal })
      .catch(() => undefined);
    yield { version, ruleset };
  }
}
