import { canonicalJson, describeEntryPoint, type Problem } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import { zoneInMessages } from '../messages';
import { ruleInWords, savedRule } from '../migration/rules';
import { versionsBetween } from '../rule-list/versions-between';
import type { Place } from './entry-point';
import { asSent } from './rule-as-sent';
import { keptSettings } from './state';

/**
 * What somebody else saved between the read and the write of an entry point, and the write took away.
 *
 * @param seen the entry point as it was read right before the write; undefined when there was none
 * @param saved as the service answered after it
 * @param deleted the rule that the write deleted; undefined when it wrote all rules
 * @returns the problem to warn of; undefined when nothing was lost
 */
export async function overwritten(
  place: Place,
  seen: Ruleset | undefined,
  saved: Ruleset,
  deleted?: Rule,
): Promise<Problem | undefined> {
  const [before, now] = [seen?.rules ?? [], saved.rules];
  const written = (rules: readonly Rule[]): string =>
    contentOf(deleted ? rules.filter(({ id }) => id === deleted.id) : rules);
  const known = [written(before), written(now)];
  for await (const { ruleset: theirs } of versionsBetween(place, seen, saved)) {
    if (theirs && known.includes(written(theirs.rules))) continue;
    return lost(await zoneInMessages(place), before, theirs?.rules, now);
  }
  return undefined;
}

/** All that somebody can set, also a pinned version or who logs, and whose the rules are: equal ones may be another's. */
function contentOf(rules: readonly Rule[]): string {
  const content = rules.map((rule) => {
    // A write that is sent twice makes new ids.
    const { id: _id, ...rest } = asSent(rule);
    return rest;
  });
  return canonicalJson(content);
}

function lost(
  zone: string,
  before: readonly Rule[],
  theirs: readonly Rule[] | undefined,
  now: readonly Rule[],
): Problem {
  const shown = (rules: readonly Rule[]): string =>
    rules.length === 0 ? '  no rules' : rules.map((rule) => `  - ${inWords(rule)}`).join('\n');
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

/** A rule in one line, with what deployments and exceptions cannot express. */
function inWords(rule: Rule): string {
  const [kept] = Object.values(keptSettings(describeEntryPoint([rule])));
  return `${ruleInWords(savedRule(rule))}${kept === undefined ? '' : `, and ${kept}`} (rule ${rule.id})`;
}
