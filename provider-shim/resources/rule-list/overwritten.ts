import type { Explanation, ObjectSchema } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import { zoneInMessages } from '../messages';
import type { RuleList } from './kind';
import type { Place } from './place';
import { versionsBetween } from './versions-between';

/**
 * What somebody else saved between the read and the write of a ruleset, and the write took away.
 *
 * @param seen the ruleset as it was read right before the write
 * @param saved as the service answered after it
 * @param ruleId the rule that the write deleted or updated; undefined when it wrote all
 * @returns the problem to warn of; undefined when nothing was lost
 */
export async function overwritten<S extends ObjectSchema, C>(
  { textOf, words }: Pick<RuleList<S, C>, 'textOf' | 'words'>,
  place: Place,
  seen: Ruleset,
  saved: Ruleset,
  ruleId?: string,
): Promise<Explanation | undefined> {
  const [before, now] = [seen.rules, saved.rules];
  const written = (rules: readonly Rule[]): string | undefined =>
    textOf(ruleId === undefined ? rules : rules.filter(({ id }) => id === ruleId));
  // A version with one of these is of this write, which was sent more than once, or changed nothing that is gone now.
  const known = [undefined, written(before), written(now)];
  for await (const { ruleset: theirs } of versionsBetween(place, seen, saved))
    if (!theirs || !known.includes(written(theirs.rules)))
      return words.overwritten(await zoneInMessages(place), { before, theirs: theirs?.rules, now });
  return undefined;
}
