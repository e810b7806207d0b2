import type { JsonObject } from '../checks/json';
import type { Zone } from '../service/zone';
import type { ManagedRuleset } from './managed-ruleset';
import type { Phase } from './phases';

/** Whether the log shows that a rule skipped others (docs/internals/service.md 3.2). */
export interface RuleLogging {
  readonly enabled: boolean;
}

/** A stored rule, with the service's own member names (docs/internals/service.md 3.2). */
export interface Rule {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Counts up in decimal digits. */
  readonly version: string;
  /** What the rule does, e.g. `log_custom_field`, `execute` or `skip`. */
  readonly action: string;
  /** What the rule applies to, in the rules language. */
  readonly expression: string;
  /** Free text. */
  readonly description: string;
  /** Whether the rule is on. */
  readonly enabled: boolean;
  /** Identifies the rule across its versions. */
  readonly ref: string;
  /** Parameters of the action. */
  readonly action_parameters?: JsonObject;
  /** Only on rules with the action `skip`. */
  readonly logging?: RuleLogging;
  /** ISO 8601, UTC. */
  readonly last_updated: string;
}

/** A stored ruleset of a zone, with the service's own member names (docs/internals/service.md 3.1). */
export interface Ruleset {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Free text. */
  readonly description: string;
  /** The entry point of its phase. */
  readonly kind: 'zone';
  /** The phase that it belongs to. */
  readonly phase: Phase;
  /** Counts up in decimal digits. */
  readonly version: string;
  /** In the order in which they apply. */
  readonly rules: readonly Rule[];
  /** ISO 8601, UTC. */
  readonly last_updated: string;
}

/** A ruleset as an item of a list: without its rules (docs/internals/service.md 3.3). */
export function withoutRules(ruleset: Ruleset | ManagedRuleset): unknown {
  const { id, name, description, kind, phase, version, last_updated } = ruleset;
  return { id, name, description, kind, phase, version, last_updated };
}

/** How many earlier versions of a ruleset are kept; the oldest is dropped first. */
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

/** The rulesets of a zone. */
export function rulesetsOf(zone: Zone): readonly Ruleset[] {
  return [...zone.rulesets.values()];
}

/** The own ruleset with this id. */
export function ownRuleset(zone: Zone, id: string): Ruleset | undefined {
  return rulesetsOf(zone).find((ruleset) => ruleset.id === id);
}

declare module '../service/zone' {
  interface Zone {
    /** By phase, so that a zone has one entry point for each phase (docs/internals/service.md 3.1). */
    readonly rulesets: Map<Phase, Ruleset>;
    /**
     * Earlier versions of the rulesets by ruleset id, oldest first. A ruleset that was never changed has none.
     */
    readonly rulesetHistory: Map<string, readonly Ruleset[]>;
  }
}
