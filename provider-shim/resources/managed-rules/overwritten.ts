import type { Problem } from '../../../schema';
import type { Ruleset } from '../../api';
import { zoneInMessages } from '../messages';
import { digestOf, ruleInWords, savedRules, type SavedRule } from '../migration/rules';
import { versionsBetween } from '../versions-between';
import type { Place } from './entry-point';

/**
 * What somebody else saved between the read and the write of an entry point, and the write took away.
 *
 * @param seen the entry point as it was read right before the write; undefined when there was none
 * @param saved as the service answered after it
 * @returns the problem to warn of; undefined when nothing was lost
 */
export async function overwritten(
  place: Place,
  seen: Ruleset | undefined,
  saved: Ruleset,
): Promise<Problem | undefined> {
  const [before, now] = [savedRules(seen?.rules ?? []), savedRules(saved.rules)];
  const known = [digestOf(before), digestOf(now)];
  for await (const { ruleset: theirs } of versionsBetween(place, seen?.version ?? '0', saved)) {
    const rules = theirs && savedRules(theirs.rules);
    if (rules && known.includes(digestOf(rules))) continue;
    return lost(await zoneInMessages(place), before, rules, now);
  }
  return undefined;
}

function lost(
  zone: string,
  before: readonly SavedRule[],
  theirs: readonly SavedRule[] | undefined,
  now: readonly SavedRule[],
): Problem {
  const shown = (rules: readonly SavedRule[]): string =>
    rules.length === 0 ? '  no rules' : rules.map((rule) => `  - ${ruleInWords(rule)}`).join('\n');
  return {
    code: 'managed_rules_overwritten',
    path: ['zone_id'],
    message: `Somebody else changed the managed rules of zone ${zone} during this apply, and apply overwrote that change.`,
    hint: [
      `Before both:\n${shown(before)}`,
      `Theirs:\n${theirs ? shown(theirs) : '  not known, because the service does not return that version'}`,
      `Now:\n${shown(now)}`,
      '',
      'To restore their change, add it to the configuration and apply. A zone has one list of managed rules: keep it in one place.',
    ].join('\n'),
  };
}
