import type { Ruleset } from '../service/ruleset';
import type { Zone } from '../service/zone';

/** How many earlier versions of a ruleset are kept; the oldest goes first. */
export const MAX_EARLIER_VERSIONS = 50;

/** The earlier versions of a ruleset that are kept, oldest first. */
export function earlierVersions(zone: Zone, rulesetId: string): readonly Ruleset[] {
  return zone.rulesetHistory.get(rulesetId) ?? [];
}

/** Keeps a version that another one replaces. */
export function rememberVersion(zone: Zone, replaced: Ruleset): void {
  const kept = [...earlierVersions(zone, replaced.id), replaced].slice(-MAX_EARLIER_VERSIONS);
  zone.rulesetHistory.set(replaced.id, kept);
}

/** Forgets one earlier version. Its number is not given again, because numbers only count up (docs/service.md 3.1). */
export function forgetVersion(zone: Zone, rulesetId: string, version: string): void {
  const kept = earlierVersions(zone, rulesetId).filter((earlier) => earlier.version !== version);
  if (kept.length > 0) zone.rulesetHistory.set(rulesetId, kept);
  else zone.rulesetHistory.delete(rulesetId);
}
