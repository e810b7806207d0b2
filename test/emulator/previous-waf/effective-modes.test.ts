import { CORE_PACKAGE_ID, MANAGED_PACKAGE_ID } from '../../../emulator/previous-waf/catalogue';
import { packageById, ruleById } from '../../../emulator/previous-waf/catalogue-look-up';
import {
  bypassesManagedRules,
  effectiveRuleMode,
  isModifiedGroup,
  isModifiedRule,
  pageRuleSettings,
} from '../../../emulator/previous-waf/effective-modes';
import type { FirewallRule, PageRule } from '../../../emulator/previous-waf/previous-waf';
import { defaultPreviousWaf } from '../../../emulator/previous-waf/previous-waf';

describe('what a rule does', () => {
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
    expect(isModifiedGroup(waf, group)).toBe(groupMode !== undefined);
  });

  it('is found in the package that has it', () => {
    expect(ruleById('100015')?.pack).toBe(packageById(MANAGED_PACKAGE_ID));
    expect(ruleById('990012')?.pack).toBe(packageById(CORE_PACKAGE_ID));
  });
});

describe('spec 3, settings migrated: firewall rules', () => {
  const bypass: FirewallRule = {
    id: 'a',
    paused: false,
    description: '',
    action: 'bypass',
    products: ['bic', 'waf'],
    priority: null,
    ref: '',
    filter: { id: 'b', expression: 'e', paused: false, description: '', ref: '' },
  };

  it.each([
    ['a bypass of the managed rules', {}, true],
    ['a bypass of something else', { products: ['bic'] }, false],
    ['another action', { action: 'allow', products: [] }, false],
    ['a paused rule', { paused: true }, false],
    ['a paused filter', { filter: { ...bypass.filter, paused: true } }, false],
  ])('%s', (_name, change, expected) => {
    expect(bypassesManagedRules({ ...bypass, ...change })).toBe(expected);
  });
});

describe('spec 3, settings migrated: page rules', () => {
  it.each<[string, PageRule['actions'], PageRule['status'], string | undefined]>([
    ['Disable Security', [{ id: 'disable_security' }], 'active', 'security off'],
    ['WAF Off', [{ id: 'waf', value: 'off' }], 'active', 'waf off'],
    [
      'WAF On',
      [
        { id: 'ssl', value: 'full' },
        { id: 'waf', value: 'on' },
      ],
      'active',
      'waf on',
    ],
    ['both', [{ id: 'waf', value: 'on' }, { id: 'disable_security' }], 'active', 'security off'],
    ['a disabled rule', [{ id: 'waf', value: 'off' }], 'disabled', undefined],
    ['something else', [{ id: 'ssl', value: 'full' }], 'active', undefined],
  ])('%s', (_name, actions, status, expected) => {
    const rule: PageRule = {
      id: 'a',
      targets: [],
      actions,
      priority: 1,
      status,
      created_on: '',
      modified_on: '',
    };
    expect(pageRuleSettings(rule)).toBe(expected);
  });
});
