import type { Reader } from '../checks/reader';
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

/** Whether somebody set the rule's mode, even to what its `default` means. */
export function isModifiedRule(waf: PreviousWaf, rule: OldRule): boolean {
  return waf.ruleModes.has(rule.id);
}

/** docs/internals/service.md 7.7. */
export const GROUP_MODES: readonly GroupMode[] = ['on', 'off'];
const ANOMALY_RULE_MODES = ['on', 'off'] as const;
const TRADITIONAL_RULE_MODES = ['default', 'disable', 'simulate', 'block', 'challenge'] as const;

/** The modes of a rule of the package; the first one is the default. */
export function allowedRuleModes({ detectionMode }: OldPackage): readonly string[] {
  return detectionMode === 'anomaly' ? ANOMALY_RULE_MODES : TRADITIONAL_RULE_MODES;
}

export function readGroupMode(reader: Reader): GroupMode | undefined {
  return reader.oneOf(GROUP_MODES);
}

export function readRuleMode(reader: Reader, pack: OldPackage): string | undefined {
  return reader.oneOf(allowedRuleModes(pack));
}

/** Only what differs from the default is held. */
export function setGroupMode(waf: PreviousWaf, group: OldGroup, mode: GroupMode): void {
  if (mode === 'on') waf.groupModes.delete(group.id);
  else waf.groupModes.set(group.id, mode);
}

/** Only what differs from the default is held. */
export function setRuleMode(waf: PreviousWaf, rule: OldRule, pack: OldPackage, mode: string): void {
  if (mode === allowedRuleModes(pack)[0]) waf.ruleModes.delete(rule.id);
  else waf.ruleModes.set(rule.id, mode);
}
