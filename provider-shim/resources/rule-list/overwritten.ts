import { canonicalJson, sameValue, without, type Explanation } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import { asSent } from '../rules/rule';
import { saidOf, type AnyList, type Content, type Place } from './kind';
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
export async function overwritten<C extends Content>(
  list: AnyList<C>,
  place: Place,
  seen: Ruleset,
  saved: Ruleset,
  ruleId?: string,
): Promise<Explanation | undefined> {
  const changed = ({ rules }: Pick<Ruleset, 'rules'>) => rules.filter(({ id }) => id === (ruleId ?? id));
  for await (const { ruleset: theirs } of versionsBetween(place, seen, saved)) {
    // A version with one of these is of this write, which was sent more than once, or changed nothing that is gone now.
    if (theirs && [seen, saved].some((one) => doTheSame(list, changed(one), changed(theirs)))) continue;
    const words = await wordsFor(list, place);
    const said = ({ rules }: Ruleset) => saidOf(list, rules) ?? `no ${list.what}`;
    const [one, other] = [theirs, saved].map((all) => all && list.read(all.rules, { owner: undefined }));
    const differences = one && other ? (list.changes?.(one, other) ?? []) : [];
    return words.overwritten(said(seen), theirs && said(theirs), said(saved), differences);
  }
  return undefined;
}

/** Whether rules are the same, or read as the same. Equal ones may be another's, which their refs say. */
function doTheSame<C extends Content>(
  list: AnyList<C>,
  some: readonly Rule[],
  others: readonly Rule[],
): boolean {
  // A write that is sent twice makes new ids.
  const textOf = (rules: readonly Rule[]) =>
    canonicalJson(rules.map((rule) => without({ ...asSent(rule) }, ['id'])));
  if (textOf(some) === textOf(others)) return true;
  const [one, other] = [some, others].map((rules) => list.read(rules, { owner: undefined }));
  if (!one || !other || !list.same(one, other)) return false;
  const beside = ({ kept_settings, other_rules }: Content, rules: readonly Rule[]): readonly unknown[] => [
    ...[kept_settings, other_rules, rules.map(({ ref }) => ref)],
  ];
  return sameValue(beside(one, some), beside(other, others));
}
