import { bypassesManagedRules, pageRuleSetting } from '../../../emulator/migration/previous-settings';
import type { FirewallRule, PageRule } from '../../../emulator/previous-waf/previous-waf';

describe('docs/service.md 7.3, settings migrated: firewall rules', () => {
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

describe('docs/service.md 7.3, settings migrated: page rules', () => {
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
    expect(pageRuleSetting(rule)).toBe(expected);
  });
});
