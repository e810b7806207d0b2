import type { Phase } from './phases';
import type { Plan } from '../service/zone';
import type { ServiceSettings } from '../service/settings';
import * as is from '../checks/shape';
import { identifier } from '../service/identifiers';

/** A rule of a managed ruleset: with categories, and without an expression (docs/internals/service.md 6.4). */
export interface ManagedRule {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** The version of the ruleset in which the rule last changed. */
  readonly version: string;
  /** What the rule does unless an override changes it. */
  readonly action: string;
  /** Absent if the rule has none. */
  readonly categories?: readonly string[];
  readonly description: string;
  /** ISO 8601, UTC. */
  readonly last_updated: string;
  /** 32 hexadecimal digits, but not the id. */
  readonly ref: string;
  readonly enabled: boolean;
  /** The anomaly score from which the rule acts; only on the one rule of a ruleset that has it. */
  readonly score_threshold?: number;
}

/** A ruleset that the service maintains; zones execute it and cannot change it (docs/internals/service.md 6.4). */
export interface ManagedRuleset {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Its name, e.g. `Cloudflare Managed Ruleset`. */
  readonly name: string;
  /** Free text. */
  readonly description: string;
  /** Only in older answers, e.g. `firewall_managed`. */
  readonly source?: string;
  /** Always `managed`. */
  readonly kind: 'managed';
  /** Increases in decimal digits. */
  readonly version: string;
  readonly rules: readonly ManagedRule[];
  /** ISO 8601, UTC. */
  readonly last_updated: string;
  /** Also one whose rulesets a zone does not have here: then no rule can name it. */
  readonly phase: string;
}

/** A managed ruleset, and the plans whose zones may execute it. */
export interface OfferedManagedRuleset {
  readonly plans: readonly Plan[];
  readonly ruleset: ManagedRuleset;
}

/** What the rules of a ruleset are checked against. */
export interface RuleContext {
  readonly phase: Phase;
  /** Determines which managed rulesets the zone has. */
  readonly plan: Plan;
  readonly settings: ServiceSettings;
  /** All managed rulesets, with their plans. */
  readonly managedRulesets: readonly OfferedManagedRuleset[];
  /** The refs of the stored rules by id. A sent rule may have one of these ids; in a seed, any. */
  readonly refs: ReadonlyMap<string, string> | 'any';
}

/**
 * The id of a managed ruleset that rules of this phase can name on the zone's plan (docs/internals/service.md 3.3, 6.3).
 * The service has many more than the emulator, so one that the emulator does not have is accepted by its id, and so are
 * its rules and categories.
 */
export function managedRulesetId({ managedRulesets, plan, phase }: RuleContext): is.Shape<string> {
  return is.refusedIf(identifier, (id) => {
    const found = managedRulesets.find(({ ruleset }) => ruleset.id === id);
    if (found === undefined) return undefined;
    if (!found.plans.includes(plan)) return `the ${plan} plan has no managed ruleset with this id`;
    if (found.ruleset.phase === phase) return undefined;
    return `this managed ruleset is of the phase ${found.ruleset.phase}, not of ${phase}`;
  });
}

/** The id of a rule of this managed ruleset. One that only other managed rulesets have is refused in any case. */
export function managedRuleId(rulesetId: string, { managedRulesets }: RuleContext): is.Shape<string> {
  return is.refusedIf(identifier, (id) => {
    const having = managedRulesets.filter(({ ruleset }) => ruleset.rules.some((rule) => rule.id === id));
    return having.length === 0 || having.some(({ ruleset }) => ruleset.id === rulesetId)
      ? undefined
      : `the managed ruleset ${rulesetId} has no rule with this id`;
  });
}
