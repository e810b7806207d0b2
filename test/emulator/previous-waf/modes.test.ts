import {
  CORE_PACKAGE_ID,
  MANAGED_PACKAGE_ID,
  packageById,
  ruleById,
} from '../../../emulator/previous-waf/catalogue';
import { effectiveRuleMode, isModifiedRule } from '../../../emulator/previous-waf/modes';
import { defaultPreviousWaf } from '../../../emulator/previous-waf/previous-waf';

describe('the effective mode of a previous rule', () => {
  it.each([
    ['its default', '100015', undefined, undefined, 'block'],
    ['another default', '100044', undefined, undefined, 'simulate'],
    ['a default that does nothing', '100045', undefined, undefined, 'off'],
    ['a mode that was set', '100015', 'challenge', undefined, 'challenge'],
    ['disable', '100015', 'disable', undefined, 'off'],
    ['a group that is off', '100015', 'block', 'off', 'off'],
    ['adding to the score', '990012', undefined, undefined, 'on'],
    ['not adding to the score', '990012', 'off', undefined, 'off'],
    ['an anomaly group that is off', '990012', undefined, 'off', 'off'],
  ] as const)('%s', (_name, id, ruleMode, groupMode, expected) => {
    const waf = defaultPreviousWaf();
    const placed = ruleById(id);
    if (placed === undefined) throw new Error(`The catalogue has no rule ${id}.`);
    const { rule, group, pack } = placed;
    if (ruleMode !== undefined) waf.ruleModes.set(id, ruleMode);
    if (groupMode !== undefined) waf.groupModes.set(group.id, groupMode);
    expect(effectiveRuleMode(waf, rule, group, pack)).toBe(expected);
    expect(isModifiedRule(waf, rule)).toBe(ruleMode !== undefined);
  });

  it('is found in the rule’s package', () => {
    expect(ruleById('100015')?.pack).toBe(packageById(MANAGED_PACKAGE_ID));
    expect(ruleById('990012')?.pack).toBe(packageById(CORE_PACKAGE_ID));
  });
});
