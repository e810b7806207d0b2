import { timestamp } from '../determinism/clock';
import type { Ruleset } from '../rulesets/ruleset';
import { newRule } from '../rulesets/write-ruleset';
import type { Service } from '../service/service';
import type { CheckedRuleset, CheckedVersion } from './seed';

/** The ruleset with the identifiers and times that its seed leaves out. */
export function storedRuleset(service: Service, sent: CheckedRuleset): Ruleset {
  return storedVersion(service, sent, sent.id ?? service.identifiers.next(), sent);
}

/** The same for its earlier versions, oldest first. */
export function storedHistory(service: Service, sent: CheckedRuleset, id: string): readonly Ruleset[] {
  return sent.history.map((version) => storedVersion(service, sent, id, version));
}

function storedVersion(service: Service, ruleset: CheckedRuleset, id: string, sent: CheckedVersion): Ruleset {
  const time = timestamp(service.clock.now());
  return {
    id,
    name: ruleset.name,
    description: sent.description,
    kind: 'zone',
    phase: ruleset.phase,
    version: sent.version,
    rules: sent.rules.map((rule) => ({
      ...newRule(rule, rule.id ?? service.identifiers.next(), rule.last_updated ?? time),
      version: rule.version ?? '1',
    })),
    last_updated: sent.last_updated ?? time,
  };
}
