import type { PreviousWaf } from '../previous-waf/previous-waf';
import { bypassingRules } from './configuration';
import { ADD_PHASE_TWO, CONTACT_SUPPORT, ineligible, OBSTACLE_CODES } from './errors';
import { coreRuleSetIsOn, pageRuleSetting } from './previous-settings';
import type { Procedure } from './migration';

/** Firewall rules that can be migrated (docs/internals/service.md 8). */
const MAX_FIREWALL_RULES = 200;

/** Bytes of UTF-8 in the expression of a firewall rule: 4 KB (docs/internals/service.md 8). */
const MAX_MIGRATED_EXPRESSION_BYTES = 4096;

/** Something in the previous configuration that keeps the zone from migrating. */
export interface Obstacle {
  readonly code: number;
  readonly message: string;
}

interface Criterion {
  readonly procedures: readonly Procedure[];
  readonly code: number;
  /** The obstacle; `undefined` if there is none. */
  readonly obstacle: (waf: PreviousWaf) => string | undefined;
}

const EITHER: readonly Procedure[] = ['phase one', 'phase two'];

/** docs/internals/service.md 7.2, eligibility; docs/internals/service.md 2.3. */
const CRITERIA: readonly Criterion[] = [
  {
    procedures: EITHER,
    code: OBSTACLE_CODES.uriOverrides,
    obstacle: ({ uriOverrides: { size } }) =>
      size === 0 ? undefined : `the zone has URI-based overrides (${size}); delete them and check again`,
  },
  {
    procedures: EITHER,
    code: OBSTACLE_CODES.tooManyFirewallRules,
    obstacle: (waf) => {
      const { length } = bypassingRules(waf);
      if (length <= MAX_FIREWALL_RULES) return undefined;
      return `${length} firewall rules would have to migrate, more than ${MAX_FIREWALL_RULES}; ${CONTACT_SUPPORT}`;
    },
  },
  {
    procedures: EITHER,
    code: OBSTACLE_CODES.expressionTooLong,
    obstacle: (waf) => {
      const long = bypassingRules(waf).filter((rule) => isTooLong(rule.filter.expression));
      if (long.length === 0) return undefined;
      const ids = long.map((rule) => rule.id).join(', ');
      return `the expressions of these firewall rules are longer than 4 KB: ${ids}; ${CONTACT_SUPPORT}`;
    },
  },
  {
    procedures: ['phase one'],
    code: OBSTACLE_CODES.notInPhaseOne,
    obstacle: (waf) =>
      waf.enabled && coreRuleSetIsOn(waf)
        ? `phase one is for zones whose previous managed rules are off or have only the first package on ${ADD_PHASE_TWO}`
        : undefined,
  },
  {
    procedures: ['phase one'],
    code: OBSTACLE_CODES.notInPhaseOne,
    obstacle: (waf) =>
      bypassingRules(waf).length > 0 ||
      [...waf.pageRules.values()].some((rule) => pageRuleSetting(rule) !== undefined)
        ? `phase one is for zones without firewall rules and page rules that bypass, enable or disable managed rules ${ADD_PHASE_TWO}`
        : undefined,
  },
];

/** All obstacles to migrating by this procedure; empty if the zone is compatible. */
export function obstaclesOf(waf: PreviousWaf, procedure: Procedure): readonly Obstacle[] {
  return CRITERIA.filter(({ procedures }) => procedures.includes(procedure)).flatMap(({ code, obstacle }) => {
    const message = obstacle(waf);
    return message === undefined ? [] : [{ code, message }];
  });
}

/** @throws Refusal with all obstacles */
export function checkEligible(waf: PreviousWaf, procedure: Procedure): void {
  const obstacles = obstaclesOf(waf, procedure);
  if (obstacles.length > 0) throw ineligible(obstacles);
}

function isTooLong(expression: string): boolean {
  return Buffer.byteLength(expression, 'utf8') > MAX_MIGRATED_EXPRESSION_BYTES;
}
