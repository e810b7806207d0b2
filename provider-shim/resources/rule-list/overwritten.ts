import type { Explanation } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import type { AnyList } from './kind';
import type { Place } from './place';
import { versionsBetween } from '../rules/versions-between';
import { wordsFor } from './words';

/**
 * What somebody else saved between the read and the write of a ruleset, and the write took away.
 *
 * @param seen the ruleset as it was read right before the write
 * @param saved as the service answered after it
 * @param ruleId the rule that the write deleted or updated; undefined when it wrote all
 * @returns the problem to warn of; undefined when nothing was lost
 */
export async function overwritten<C>(
  list: AnyList<C>,
  place: Place,
  seen: Ruleset,
  saved: Ruleset,
  ruleId?: string,
): Promise<Explanation | undefined> {
  const [before, now] = [seen.rules, saved.rules];
  const written = (rules: readonly Rule[]): string | undefined =>
    list.textOf(ruleId === undefined ? rules : rules.filter(({ id }) => id === ruleId));
  // A version with one of these is of this write, which was sent more than once, or changed nothing that is gone now.
  const known = [undefined, written(before), written(now)];
  for await (const { ruleset: theirs } of versionsBetween(place, seen, saved))
    if (!theirs || !known.includes(written(theirs.rules)))
      return (await wordsFor(list, place)).overwritten(before, theirs?.rules, now);
  return undefined;
}
