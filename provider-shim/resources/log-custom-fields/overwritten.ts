import type { Ruleset } from '../../api';
import type { ProblemLike } from '../../framework';
import { listDifferences, listFields, sameFields, type Fields } from './fields';
import { fieldsOf } from './rule';
import { zoneInMessages } from '../messages';
import type { Place } from './save';

/** Versions that are looked through: a write that is repeated makes no more than one for each try. */
const MOST_VERSIONS = 8;

/** One write of the zone's rules. */
export interface Write {
  /** The ruleset as it was read right before the write. */
  readonly seen: Ruleset;
  /** The ruleset as the service answered after it. */
  readonly saved: Ruleset;
  /** Whether a version between the two is of this write, which was sent more than once. */
  readonly isOurs: (version: Ruleset) => boolean;
}

/**
 * What somebody else saved between the read and the write, and the write took away. A ruleset cannot be written on the
 * condition that it is as it was; but the service counts its versions, and keeps the earlier ones.
 *
 * @returns the problem to warn of; undefined when nothing was lost
 */
export async function overwritten(
  place: Place,
  { seen, saved, isOurs }: Write,
): Promise<ProblemLike | undefined> {
  const { api, zoneId, signal } = place;
  const now = fieldsOf(saved);
  const from = Math.max(Number(seen.version), Number(saved.version) - MOST_VERSIONS);
  for (let version = Number(saved.version) - 1; version > from; version -= 1) {
    const theirs = await api
      .getRulesetVersion(zoneId, saved.id, String(version), { signal })
      .catch(() => undefined);
    if (!theirs) return lost(await zoneInMessages(place), fieldsOf(seen), undefined, now);
    if (isOurs(theirs)) continue;
    const fields = fieldsOf(theirs);
    // What they took away, or left as it was, is not lost.
    if (!fields || same(fields, fieldsOf(seen)) || same(fields, now)) return undefined;
    return lost(await zoneInMessages(place), fieldsOf(seen), fields, now);
  }
  return undefined;
}

function same(fields: Fields, others: Fields | undefined): boolean {
  return others !== undefined && sameFields(fields, others);
}

function lost(
  zone: string,
  seen: Fields | undefined,
  theirs: Fields | undefined,
  now: Fields | undefined,
): ProblemLike {
  const shown = (fields: Fields | undefined): string => (fields ? listFields(fields) : 'no fields');
  return {
    path: ['zone_id'],
    message: `Somebody else changed the custom log fields of zone ${zone} while they were written here, and that change is lost.`,
    hint: [
      `Before both: ${shown(seen)}`,
      `Theirs:      ${theirs ? listFields(theirs) : 'not known, the service does not hand that version out'}`,
      `Now:         ${shown(now)}`,
      '',
      ...(theirs && now ? [...listDifferences(theirs, now), ''] : []),
      'If their change is wanted, write it into the configuration and apply. A zone has one list: keep it in one place.',
    ].join('\n'),
  };
}
