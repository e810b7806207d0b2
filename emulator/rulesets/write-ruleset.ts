import { isDeepStrictEqual } from 'node:util';
import type { IdentifierSource } from '../service/identifiers';
import type { Zone } from '../service/zone';
import { type Service, timeOfWrite } from '../service/service';
import type { RuleContext } from './managed-ruleset';
import { offeredManagedRulesets } from './managed-rulesets';
import type { Phase } from './phases';
import type { NewRuleset, RulesetChange } from './read-bodies';
import type { RuleInput } from './read-rules';
import { type Rule, type Ruleset, rememberVersion } from './ruleset';

/** The name of an entry point created without one (docs/internals/service.md 3.1). */
export const DEFAULT_NAME = 'default';

/** Stores a new ruleset. The zone must have none for its phase. */
export function createRuleset(service: Service, zone: Zone, sent: NewRuleset): Ruleset {
  const time = timeOfWrite(service);
  const ruleset: Ruleset = {
    id: service.identifiers.next(),
    name: sent.name,
    description: sent.description,
    kind: 'zone',
    phase: sent.phase,
    version: '1',
    rules: settleRules(sent.rules, [], service.identifiers, time),
    last_updated: time,
  };
  zone.rulesets.set(ruleset.phase, ruleset);
  return ruleset;
}

/**
 * Stores a change: sent rules replace all rules, and the version increases (docs/internals/service.md 3.3). The name stays.
 */
export function changeRuleset(service: Service, zone: Zone, stored: Ruleset, change: RulesetChange): Ruleset {
  const time = timeOfWrite(service);
  const { name: _name, kind: _kind, phase: _phase, rules: sent, ...content } = change;
  const ruleset: Ruleset = {
    ...stored,
    ...content,
    version: nextVersion(stored.version),
    rules: sent ? settleRules(sent, stored.rules, service.identifiers, time) : stored.rules,
    last_updated: time,
  };
  rememberVersion(zone, stored);
  zone.rulesets.set(ruleset.phase, ruleset);
  return ruleset;
}

/** Deletes the ruleset with all its versions (docs/internals/service.md 3.3). */
export function deleteStoredRuleset(service: Service, zone: Zone, stored: Ruleset): void {
  timeOfWrite(service);
  zone.rulesets.delete(stored.phase);
  zone.rulesetHistory.delete(stored.id);
}

/**
 * What rules sent for this phase are checked against.
 *
 * @param rules those of the ruleset that they are sent for; by default, of the phase's entry point
 */
export function ruleContext(
  service: Service,
  zone: Zone,
  phase: Phase,
  rules: readonly Rule[] = zone.rulesets.get(phase)?.rules ?? [],
): RuleContext {
  const { state } = service;
  return {
    phase,
    plan: zone.plan,
    settings: state.settings,
    managedRulesets: offeredManagedRulesets(state),
    refs: new Map(rules.map((rule) => [rule.id, rule.ref])),
  };
}

/** Changes the phase's ruleset or creates it. A name that differs from the stored one is ignored. */
export function saveEntryPoint(service: Service, zone: Zone, phase: Phase, sent: RulesetChange): Ruleset {
  const stored = zone.rulesets.get(phase);
  if (stored !== undefined) return changeRuleset(service, zone, stored, sent);
  const { name = DEFAULT_NAME, description = '', rules = [] } = sent;
  return createRuleset(service, zone, { name, phase, description, rules });
}

/**
 * Gives sent rules their identity. A rule with the id of a stored rule keeps id, ref and version, and its version
 * increases only if it changed; every other rule is new (docs/internals/service.md 3.2).
 */
function settleRules(
  sent: readonly RuleInput[],
  stored: readonly Rule[],
  identifiers: IdentifierSource,
  time: string,
): readonly Rule[] {
  const storedById = new Map(stored.map((rule) => [rule.id, rule]));
  return sent.map((input) => {
    const before = input.id === undefined ? undefined : storedById.get(input.id);
    if (before === undefined) return newRule(input, identifiers.next(), time);
    const after = storedForm(input, before.id, before.version, input.ref ?? before.ref, before.last_updated);
    if (isDeepStrictEqual(after, before)) return before;
    return { ...after, version: nextVersion(before.version), last_updated: time };
  });
}

/** The version after this one. Versions are increasing decimal digits (docs/internals/service.md 3.2). */
function nextVersion(version: string): string {
  return String(BigInt(version) + 1n);
}

/** A rule's first stored form. Its ref is its id unless it was sent with a ref (docs/internals/service.md 3.2). */
export function newRule(input: RuleInput, id: string, time: string): Rule {
  return storedForm(input, id, '1', input.ref ?? id, time);
}

function storedForm(input: RuleInput, id: string, version: string, ref: string, time: string): Rule {
  const { id: _id, version: _version, ref: _ref, last_updated: _lastUpdated, ...content } = input;
  return { id, version, ref, ...content, last_updated: time };
}
