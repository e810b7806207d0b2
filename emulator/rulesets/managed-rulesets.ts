import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../determinism/identifiers';
import type { Plan } from '../service/zone';
import type { RuleContext } from './read-rules';

/** A rule of a managed ruleset, with categories and without an expression (docs/service.md 3.3). */
interface ManagedRule {
  readonly id: string;
  readonly version: string;
  readonly action: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly score_threshold?: number;
  readonly enabled: boolean;
  readonly ref: string;
  readonly last_updated: string;
}

/** A ruleset that the service maintains; zones execute it and cannot change it. */
export interface ManagedRuleset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: 'managed';
  readonly phase: string;
  readonly version: string;
  readonly rules: readonly ManagedRule[];
  readonly last_updated: string;
}

/** When the emulator's managed rulesets were last changed. */
const LAST_UPDATED = '2024-06-18T09:00:00.000000Z';

/** Ids of managed rulesets and of the rule that acts on the anomaly score (docs/service.md 6.3). */
export const MANAGED_RULESET_ID = 'efb7b8c949ac4650a09736fc376e9aee';
export const CORE_RULESET_ID = '4814384a9e5d4991b9815dcfc25d2f1f';
export const CORE_SCORE_RULE_ID = '6179ae15870a4bb7b2d480d4843b323c';

const EVERY_PLAN: readonly Plan[] = ['professional', 'business', 'enterprise'];

/** Ids: docs/service.md 6.3. Names, descriptions and the choice of rules are the emulator's. */
const MANAGED_RULESETS: readonly { readonly ruleset: ManagedRuleset; readonly plans: readonly Plan[] }[] = [
  {
    plans: EVERY_PLAN,
    ruleset: managed(MANAGED_RULESET_ID, 'Managed Ruleset', 'http_request_firewall_managed', [
      rule('23ee7cebe6e8443e99ecf932ab579455', 'block', 'Anomaly: port of the host header', ['anomaly']),
      rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e11', 'block', 'Path traversal', ['traversal']),
      rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e12', 'managed_challenge', 'Cross-site scripting in a query', [
        'xss',
      ]),
      rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e13', 'block', 'File inclusion', ['inclusion']),
      rule('5de7edfa648c4d6891dc3e7f84534ffa', 'log', 'SQL injection', ['sqli', 'broad']),
    ]),
  },
  {
    plans: EVERY_PLAN,
    ruleset: managed(CORE_RULESET_ID, 'Core Ruleset', 'http_request_firewall_managed', [
      rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e01', 'log', 'Anomaly rule of paranoia level 1', [
        'paranoia-level-1',
      ]),
      rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e02', 'log', 'Anomaly rule of paranoia level 2', [
        'paranoia-level-2',
      ]),
      rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e03', 'log', 'Anomaly rule of paranoia level 3', [
        'paranoia-level-3',
      ]),
      rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e04', 'log', 'Anomaly rule of paranoia level 4', [
        'paranoia-level-4',
      ]),
      {
        ...rule(CORE_SCORE_RULE_ID, 'block', '949110: Inbound anomaly score exceeded', ['anomaly-score']),
        score_threshold: 40,
      },
    ]),
  },
  {
    plans: EVERY_PLAN,
    ruleset: managed(
      'c2e184081120413c86c3ab7e14069605',
      'Exposed Credentials Check Ruleset',
      'http_request_firewall_managed',
      [rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e05', 'log', 'Exposed credentials in a log-in form', ['login'])],
    ),
  },
  {
    plans: EVERY_PLAN,
    ruleset: managed(
      '77454fe2d30c4220b5701f6fdfb893ba',
      'Managed Free Ruleset',
      'http_request_firewall_managed',
      [rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e06', 'block', 'Widely exploited vulnerability', ['cve'])],
    ),
  },
  {
    plans: ['enterprise'],
    ruleset: managed(
      'e22d83c647c64a3eae91b71b499d988e',
      'Sensitive Data Detection Ruleset',
      'http_response_firewall_managed',
      [rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e07', 'log', 'Credit card number in a response', ['pii'])],
    ),
  },
];

/** The managed rulesets that zones of this plan may execute; for them, the others do not exist. */
export function managedRulesetsOf(plan: Plan): readonly ManagedRuleset[] {
  return MANAGED_RULESETS.filter((entry) => entry.plans.includes(plan)).map((entry) => entry.ruleset);
}

/** The managed ruleset with this id, if zones of this plan may execute it. */
export function managedRuleset(plan: Plan, id: string): ManagedRuleset | undefined {
  return managedRulesetsOf(plan).find((ruleset) => ruleset.id === id);
}

function managed(id: string, name: string, phase: string, rules: readonly ManagedRule[]): ManagedRuleset {
  return {
    id,
    name,
    description: `Maintained by the service: ${name}`,
    kind: 'managed',
    phase,
    version: '34',
    rules,
    last_updated: LAST_UPDATED,
  };
}

function rule(id: string, action: string, description: string, categories: readonly string[]): ManagedRule {
  return {
    id,
    version: '1',
    action,
    description,
    categories,
    enabled: true,
    ref: id,
    last_updated: LAST_UPDATED,
  };
}

/**
 * Reads the id of a managed ruleset that rules of this phase can name on the zone's plan (docs/service.md 3.3,
 * 6.3).
 */
export function readManagedRuleset(reader: Reader, context: RuleContext): ManagedRuleset | undefined {
  const id = reader.matching(IDENTIFIER, IDENTIFIER_FORM);
  if (id === undefined) return undefined;
  const ruleset = managedRuleset(context.plan, id);
  if (ruleset === undefined)
    return reader.refuse(`the ${context.plan} plan has no managed ruleset with this id`);
  if (ruleset.phase !== context.phase)
    return reader.refuse(`this managed ruleset is of the phase ${ruleset.phase}, not of ${context.phase}`);
  return ruleset;
}

/** Reads the id of a rule of this managed ruleset. */
export function readManagedRule(reader: Reader, ruleset: ManagedRuleset): ManagedRule | undefined {
  const id = reader.matching(IDENTIFIER, IDENTIFIER_FORM);
  if (id === undefined) return undefined;
  const rule = ruleset.rules.find((candidate) => candidate.id === id);
  return rule ?? reader.refuse(`the managed ruleset ${ruleset.id} has no rule with this id`);
}

/** Reads the name of a category that rules of this managed ruleset have. */
export function readManagedCategory(reader: Reader, ruleset: ManagedRuleset): string | undefined {
  const category = reader.string();
  if (category === undefined) return undefined;
  if (ruleset.rules.some((rule) => rule.categories.includes(category))) return category;
  return reader.refuse(`no rule of the managed ruleset ${ruleset.id} has this category`);
}
