import { canonicalJson, without, type Explanation } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import { asSent } from '../rules/rule';
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
  // All that somebody can set, and whose the rules are: equal ones may be another's. A write that is sent twice makes new ids.
  const written = (rules: readonly Rule[]): string =>
    canonicalJson(
      rules
        .filter(({ id }) => ruleId === undefined || id === ruleId)
        .map((rule) => without({ ...asSent(rule) }, ['id'])),
    );
  // A version with one of these is of this write, which was sent more than once, or changed nothing that is gone now.
  const known = [written(before), written(now)];
  for await (const { ruleset: theirs } of versionsBetween(place, seen, saved))
    if (!theirs || !known.includes(written(theirs.rules)))
      return (await wordsFor(list, place)).overwritten(before, theirs?.rules, now);
  return undefined;
}
