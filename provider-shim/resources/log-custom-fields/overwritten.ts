import { type Problem } from '../../../schema';
import type { Ruleset } from '../../api';
import { listDifferences, listFields, type Fields } from './fields';
import { fieldsOf, sameContent } from './rule';
import { zoneInMessages } from '../messages';
import { versionsBetween } from '../rule-list/versions-between';
import type { Place } from './save';

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
 * What somebody else saved between the read and the write, and the write took away.
 *
 * @returns the problem to warn of; undefined when nothing was lost
 */
export async function overwritten(
  place: Place,
  { seen, saved, isOurs }: Write,
): Promise<Problem | undefined> {
  const now = fieldsOf(saved);
  for await (const { ruleset: theirs } of versionsBetween(place, seen, saved)) {
    if (!theirs) return lost(await zoneInMessages(place), fieldsOf(seen), undefined, now);
    if (isOurs(theirs)) continue;
    const fields = fieldsOf(theirs);
    // What they took away, or left as it was, is not lost.
    if (!fields || [seen, saved].some((one) => sameContent(theirs, one))) return undefined;
    return lost(await zoneInMessages(place), fieldsOf(seen), fields, now);
  }
  return undefined;
}

function lost(
  zone: string,
  seen: Fields | undefined,
  theirs: Fields | undefined,
  now: Fields | undefined,
): Problem {
  const shown = (fields: Fields | undefined): string => (fields ? listFields(fields) : 'no fields');
  return {
    code: 'fields_overwritten',
    path: ['zone_id'],
    message: `Somebody else changed the custom log fields of zone ${zone} during this apply, and apply overwrote that change.`,
    hint: [
      `Before both: ${shown(seen)}`,
      `Theirs:      ${theirs ? listFields(theirs) : 'not known, because the service does not return that version'}`,
      `Now:         ${shown(now)}`,
      '',
      ...(theirs && now ? [...listDifferences(theirs, now), ''] : []),
      'To restore their change, add it to the configuration and apply. A zone has one list: keep it in one place.',
    ].join('\n'),
  };
}
