import type { OldGroup, OldPackage, OldRule } from './catalogue';
import type { GroupMode, PreviousWaf } from './previous-waf';

/** What a rule of a traditional package does to a matching request: `disable` is `off` here, and `default` is what it means. */
export type EffectiveRuleMode = 'off' | 'simulate' | 'block' | 'challenge';

/** The group's mode; `on` if nobody set it (docs/internals/service.md 7.7). */
export function groupMode(waf: PreviousWaf, group: OldGroup): GroupMode {
  return waf.groupModes.get(group.id) ?? 'on';
}

/**
 * The rule's mode as its operations return it. If nobody set it, it is `default` in a traditional package and `on` in
 * an anomaly package (docs/internals/service.md 7.7).
 */
export function ruleMode(waf: PreviousWaf, rule: OldRule, { detectionMode }: OldPackage): string {
  return waf.ruleModes.get(rule.id) ?? (detectionMode === 'traditional' ? 'default' : 'on');
}

/** What the rule does: nothing if its group is off, otherwise what its own mode says. */
export function effectiveRuleMode(
  waf: PreviousWaf,
  rule: OldRule,
  group: OldGroup,
  pack: OldPackage,
): EffectiveRuleMode {
  if (groupMode(waf, group) === 'off') return 'off';
  const mode = ruleMode(waf, rule, pack);
  return acting(mode === 'default' ? rule.defaultMode : mode);
}

function acting(mode: string): EffectiveRuleMode {
  switch (mode) {
    case 'simulate':
    case 'block':
    case 'challenge':
      return mode;
    default:
      return 'off';
  }
}

/** docs/internals/service.md 7.7. */
export const GROUP_MODES: readonly GroupMode[] = ['on', 'off'];
const ANOMALY_RULE_MODES = ['on', 'off'] as const;
const TRADITIONAL_RULE_MODES = ['default', 'disable', 'simulate', 'block', 'challenge'] as const;

/** The modes of a rule of the package; the first one is the default. */
export function allowedRuleModes({ detectionMode }: OldPackage): readonly string[] {
  return detectionMode === 'anomaly' ? ANOMALY_RULE_MODES : TRADITIONAL_RULE_MODES;
}
