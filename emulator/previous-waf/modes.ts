import type { Reader } from '../checks/reader';
import type { OldGroup, OldPackage, OldRule } from './catalogue';
import type { GroupMode, PreviousWaf } from './previous-waf';

/** docs/service.md 7.7. */
export const GROUP_MODES: readonly GroupMode[] = ['on', 'off'];
const ANOMALY_RULE_MODES = ['on', 'off'] as const;
const TRADITIONAL_RULE_MODES = ['default', 'disable', 'simulate', 'block', 'challenge'] as const;

/** The modes that a rule of the package may be given; the first one is what it has by itself. */
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
