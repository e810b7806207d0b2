import type { Rule, Ruleset } from '../../api';
import type { Diagnostics } from '../../framework';
import { zoneInMessages } from '../zone-in-messages';
import type { ZoneClaims } from './claims';
import { belongToAnother, changedSincePlan, notDeleted, othersStay } from './existing';
import { sameFields, type Fields } from './fields';
import { overwritten } from './overwritten';
import { hasMark, owns, type Owner } from './owner';
import { fieldsOf, tellingRules } from './rule';
import { deleteRule, findRuleset, type Place } from './save';

/**
 * Deletes the object's own rule, as the state has it, and leaves the ruleset and every other rule. Fields that are
 * another object's by now stay: the object is only forgotten.
 *
 * @param owner undefined for an object of a release that wrote no marks: the rules are its own that log what it has
 */
export async function destroyFields(
  place: Place,
  claims: ZoneClaims,
  state: Fields,
  owner: Owner | undefined,
  diagnostics: Diagnostics,
): Promise<void> {
  const { zoneId } = place;
  const zone = (): Promise<string> => zoneInMessages(place);
  const ruleset = await findRuleset(place);
  const existing = ruleset && fieldsOf(ruleset, owner);
  if (!ruleset || !existing) return;
  const own = ownRules(ruleset, owner);
  const isAsPlanned = sameFields(existing, state);
  if (own.length === 0) {
    // With create_before_destroy the successor has just written the rule: that is no news.
    if (claims.hasWritten(ruleset)) return;
    if (isAsPlanned || hasMark(ruleset)) return diagnostics.warning(belongToAnother(await zone(), existing));
  }
  if (!isAsPlanned) return diagnostics.error(changedSincePlan(await zone(), existing));

  let left: Ruleset | undefined = ruleset;
  for (const rule of own) {
    const seen: Ruleset = left;
    left = await deleteRule(place, seen, rule);
    if (!left) break;
    const hasRule = ({ rules }: Ruleset): boolean => rules.some(({ id }) => id === rule.id);
    if (hasRule(left)) return diagnostics.error(notDeleted(await zone(), rule.id));
    const lost = await overwritten(place, { seen, saved: left, isOurs: (version) => !hasRule(version) });
    if (lost) diagnostics.warning(lost);
  }
  claims.empty(zoneId, ruleset);
  const others = left && fieldsOf(left);
  if (others) diagnostics.warning(othersStay(await zone(), others));
}

function ownRules(ruleset: Ruleset, owner: Owner | undefined): readonly Rule[] {
  if (owner) return ruleset.rules.filter((rule) => owns(owner, rule));
  return hasMark(ruleset) ? [] : tellingRules(ruleset);
}
