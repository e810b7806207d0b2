import type { ManagedRuleset, OfferedManagedRuleset, ManagedRule } from './managed-ruleset';
import type { SharedState } from '../service/service';
import { type Plan, PLANS } from '../service/zone';
import { createHash } from 'node:crypto';

/** All managed rulesets: the emulator's samples and those of the seed, which replace samples with the same id. */
export function offeredManagedRulesets({ managedRulesets }: SharedState): readonly OfferedManagedRuleset[] {
  if (managedRulesets.length === 0) return SAMPLE_MANAGED_RULESETS;
  const replaced = new Set(managedRulesets.map(({ ruleset }) => ruleset.id));
  return [...SAMPLE_MANAGED_RULESETS.filter(({ ruleset }) => !replaced.has(ruleset.id)), ...managedRulesets];
}

/** The managed rulesets that zones of this plan may execute; for them, the others do not exist. */
export function managedRulesetsOf(state: SharedState, plan: Plan): readonly ManagedRuleset[] {
  return offeredManagedRulesets(state)
    .filter(({ plans }) => plans.includes(plan))
    .map(({ ruleset }) => ruleset);
}

/** The managed ruleset with this id, if zones of this plan may execute it. */
export function managedRuleset(state: SharedState, plan: Plan, id: string): ManagedRuleset | undefined {
  return managedRulesetsOf(state, plan).find((ruleset) => ruleset.id === id);
}

declare module '../service/service' {
  interface SharedState {
    /** The managed rulesets of the seed, besides the emulator's samples. */
    readonly managedRulesets: readonly OfferedManagedRuleset[];
  }
}

/** Ids of managed rulesets and of the rule that acts on the anomaly score (docs/internals/service.md 6.3). */
export const MANAGED_RULESET_ID = 'efb7b8c949ac4650a09736fc376e9aee';
export const CORE_RULESET_ID = '4814384a9e5d4991b9815dcfc25d2f1f';
export const CORE_SCORE_RULE_ID = '6179ae15870a4bb7b2d480d4843b323c';

/** When most of the samples last changed. */
export const SAMPLE_TIME = '2024-06-18T09:00:00.000000Z';

/** A rule of the sample. */
type SampleRule = Pick<ManagedRule, 'id' | 'action' | 'description'> & Partial<ManagedRule>;

/**
 * Rules of the managed ruleset. Published (docs/internals/service.md 6.4): the ids that do not begin with `8f3a52c1`, the whole
 * rule about October CMS, and the descriptions and default actions of those with an advisory number. The rest is the
 * emulator's.
 */
const MANAGED_RULES: readonly SampleRule[] = [
  rule('23ee7cebe6e8443e99ecf932ab579455', 'block', 'Anomaly: port of the host header', ['anomaly']),
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e11', 'block', 'Path traversal', ['traversal']),
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e12', 'managed_challenge', 'Cross-site scripting in a query', ['xss']),
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e13', 'block', 'File inclusion', ['inclusion']),
  rule('5de7edfa648c4d6891dc3e7f84534ffa', 'log', 'SQL injection', ['sqli', 'broad']),
  rule('e3a567afc347477d9702d9047e97d760', 'block', 'WordPress - SQL injection', ['sqli', 'wordpress']),
  rule('75a0060762034a6cb663fd51a02344cb', 'block', 'WordPress - Broken Access Control', [
    'broken-access-control',
    'wordpress',
  ]),
  {
    ...rule('d9e350f1b72d4730899c8a420e48a85d', 'block', 'October CMS - File Inclusion', [
      'file-inclusion',
      'october-cms',
    ]),
    version: '180',
    last_updated: '2024-02-05T07:12:54.565276Z',
    ref: 'adb550873eb92d32372ed08514d33241',
  },
  rule('6da28a8f5a734bb7a89f55572f26b3a7', 'block', 'Joomla - Information Disclosure - CVE:CVE-2023-23752', [
    'cve-2023-23752',
    'information-disclosure',
    'joomla',
  ]),
  rule('fc7338307e484b9f8d460aca6bc398e9', 'block', 'Adobe ColdFusion - Auth Bypass - CVE:CVE-2023-38205', [
    'adobe-coldfusion',
    'auth-bypass',
    'cve-2023-38205',
  ]),
  rule('0242110ae62e44028a13bf4834780914', 'block', 'Vulnerability scanner activity', ['scanner']),
  rule('920e3b10aa934194928a598a2753531e', 'block', 'NoSQL - Injection', ['nosql-injection']),
  {
    ...rule('d58ebf5351d843d3a39a4480f2cc4e84', 'block', 'Java - Remote Code Execution', [
      'java',
      'remote-code-execution',
    ]),
    enabled: false,
  },
  { ...rule('7b822fd1f5814e17888ded658480ea8f', 'block', 'Anomaly:Body - Large 2'), enabled: false },
];

/**
 * Rules of the core rule set. Published: the score rule as a whole. Ids and descriptions of the others are from a
 * third party, their levels are those of the upstream project; the rule of level 4 has an id of the emulator's.
 */
const CORE_RULES: readonly SampleRule[] = [
  paranoiaRule(1, '8ac8bc2a661e475d940980f9317f28e1', '911100: Method is not allowed by policy'),
  paranoiaRule(1, '596955b6baec4d4ba2a3f509956b7490', '920420: Request content type not allowed by policy'),
  paranoiaRule(
    1,
    '405028a67bf44e56b896558f6e8a82b0',
    '932115: Remote Command Execution: Windows Command Injection',
  ),
  paranoiaRule(2, 'ad801cbf1e434f849dd076ec44550b20', '920320: Missing User Agent Header'),
  paranoiaRule(2, '5e4903d6afa841c9b88b96203297003f', '942430: Restricted SQL Character Anomaly Detection'),
  paranoiaRule(2, 'd12ad6d1bc0c42b3affe0cee682bb405', '942440: SQL Comment Sequence Detected'),
  paranoiaRule(3, '4d887b5914c64b209697214d2059fd73', '920300: Request Missing an Accept Header'),
  paranoiaRule(4, '8f3a52c1a5b84f4e8a1f6d8f2b0c4e04', '920273: Invalid character in request'),
  {
    ...rule(CORE_SCORE_RULE_ID, 'block', '949110: Inbound Anomaly Score Exceeded'),
    version: '35',
    score_threshold: 40,
    last_updated: '2022-02-08T16:11:18.236676Z',
    ref: 'ad0beb2fce9f149e565ee78d6e659d47',
  },
];

/** The default actions and the applications are published, the rest is the emulator's. */
const CREDENTIALS_RULES: readonly SampleRule[] = [
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e05', 'rewrite', 'WordPress - Exposed Credentials', ['wordpress']),
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e21', 'rewrite', 'Joomla - Exposed Credentials', ['joomla']),
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e22', 'rewrite', 'Generic form - Exposed Credentials', ['generic']),
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e23', 'block', 'Exposed-Credential-Check header in the request'),
];

const FREE_RULES: readonly SampleRule[] = [
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e06', 'block', 'Apache Log4j - CVE:CVE-2021-44228', ['cve-2021-44228']),
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e24', 'block', 'Shellshock - CVE:CVE-2014-6271', ['cve-2014-6271']),
];

/** The two about Malaysia are published; that all rules log is, too. */
const SENSITIVE_DATA_RULES: readonly SampleRule[] = [
  rule('8f3a52c1a5b84f4e8a1f6d8f2b0c4e07', 'log', 'Credit card number', ['financial']),
  { ...rule('4da4bff90eb744b6a6588b8417bd5326', 'log', 'Malaysian Phone Number', ['pii']), enabled: false },
  {
    ...rule('e54555dfff5340de8cc9c33d3172838f', 'log', 'Malaysia Identification Card Number', ['pii']),
    enabled: false,
  },
];

/**
 * Samples of the managed rulesets. Ids, names and phases: docs/internals/service.md 6.3. Versions and times are samples; those of
 * the first two rulesets were published once.
 */
const SAMPLE_MANAGED_RULESETS: readonly OfferedManagedRuleset[] = [
  offered(MANAGED_RULESET_ID, 'Cloudflare Managed Ruleset', MANAGED_RULES, {
    description: 'Rules of the vendor’s security team for all applications, updated frequently',
    version: '212',
    last_updated: '2024-10-21T08:03:41.178624Z',
  }),
  offered(CORE_RULESET_ID, 'Cloudflare OWASP Core Ruleset', CORE_RULES, {
    description: 'The vendor’s version of the OWASP ModSecurity Core Rule Set',
    version: '36',
    last_updated: '2022-02-08T16:11:18.236676Z',
  }),
  offered(
    'c2e184081120413c86c3ab7e14069605',
    'Cloudflare Exposed Credentials Check Ruleset',
    CREDENTIALS_RULES,
    { description: 'Looks up credentials of log-in requests in a database of stolen ones' },
  ),
  offered('77454fe2d30c4220b5701f6fdfb893ba', 'Cloudflare Managed Free Ruleset', FREE_RULES, {
    description: 'Vulnerabilities with a high and wide impact',
  }),
  offered(
    'e22d83c647c64a3eae91b71b499d988e',
    'Cloudflare Sensitive Data Detection',
    SENSITIVE_DATA_RULES,
    {
      description: 'Finds data in responses that should not be there',
      phase: 'http_response_firewall_managed',
    },
    ['enterprise'],
  ),
];

function offered(
  id: string,
  name: string,
  rules: readonly SampleRule[],
  rest: Pick<ManagedRuleset, 'description'> & Partial<ManagedRuleset>,
  plans: readonly Plan[] = PLANS,
): OfferedManagedRuleset {
  const { version, last_updated } = { version: '34', last_updated: SAMPLE_TIME, ...rest };
  const ruleset: ManagedRuleset = {
    id,
    name,
    kind: 'managed',
    version,
    rules: rules.map((sample) => ({
      version,
      ref: refOf(sample.id),
      enabled: true,
      last_updated,
      ...sample,
    })),
    last_updated,
    phase: 'http_request_firewall_managed',
    ...rest,
  };
  return { plans, ruleset };
}

function rule(id: string, action: string, description: string, categories?: readonly string[]): SampleRule {
  return { id, action, description, ...(categories && { categories }) };
}

/** A rule that adds to the anomaly score, unless its level is switched off. */
function paranoiaRule(level: 1 | 2 | 3 | 4, id: string, description: string): SampleRule {
  return rule(id, 'score', description, [`paranoia-level-${level}`]);
}

/** A ref for a managed rule whose ref is not known: it looks like an id, but is another (docs/internals/service.md 6.4). */
export function refOf(ruleId: string): string {
  return createHash('sha256').update(`ref of ${ruleId}`).digest('hex').slice(0, 32);
}
