import type { Reader } from '../checks/reader';
import type { RuleContext } from '../rulesets/read-rules';
import { readRules } from '../rulesets/read-rules';
import { MAX_EARLIER_VERSIONS } from '../rulesets/ruleset';
import type { CheckedVersion } from './seed';
import { VERSION, VERSION_FORM } from './version-form';

/** Reads the earlier versions of a ruleset in a seed: oldest first, each older than the one after it. */
export function readRulesetHistory(
  reader: Reader,
  current: string,
  context: RuleContext,
): readonly CheckedVersion[] {
  const items = reader.items() ?? [];
  if (items.length > MAX_EARLIER_VERSIONS)
    reader.refuse(`at most ${MAX_EARLIER_VERSIONS} earlier versions are kept`);
  const versions = items.map((item) => readVersion(item, context));
  versions.forEach((version, index) => {
    const next = index + 1 < versions.length ? versions[index + 1]?.version : current;
    if (version === undefined || next === undefined || BigInt(version.version) < BigInt(next)) return;
    items[index]?.member('version').refuse(`it must be below the version after it, ${next}`);
  });
  return versions.filter((version) => version !== undefined);
}

function readVersion(reader: Reader, context: RuleContext): CheckedVersion | undefined {
  const members = reader.members(['version', 'description', 'rules', 'last_updated']);
  const version = members?.required('version')?.matching(VERSION, VERSION_FORM);
  const description = members?.optional('description')?.string() ?? '';
  const lastUpdated = members?.optional('last_updated')?.string();
  const sent = members?.optional('rules');
  const rules = sent === undefined ? [] : readRules(sent, context);
  if (version === undefined || rules === undefined) return undefined;
  return { version, description, rules, ...(lastUpdated !== undefined && { last_updated: lastUpdated }) };
}
