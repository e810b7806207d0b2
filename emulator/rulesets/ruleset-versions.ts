import type { Ruleset } from '../service/ruleset';
import type { Zone } from '../service/zone';
import type { ManagedRuleset } from './managed-rulesets';
import { earlierVersions } from './ruleset-history';

/** All versions of a ruleset, oldest first. A managed ruleset has one: its own. */
export function versionsOf(
  zone: Zone,
  ruleset: Ruleset | ManagedRuleset,
): readonly (Ruleset | ManagedRuleset)[] {
  return [...earlierVersions(zone, ruleset.id), ruleset];
}

/** The ruleset as it was in this version. */
export function versionOf(
  zone: Zone,
  ruleset: Ruleset | ManagedRuleset,
  version: string,
): Ruleset | ManagedRuleset | undefined {
  return versionsOf(zone, ruleset).find((candidate) => candidate.version === version);
}
