export const ID = 'a'.repeat(32);
export const GROUP_ID = 'cfda825dfda411ea218cb70e6c88e82e';

/** Previous managed rules that a seed of an Enterprise zone must not have: what is wrong, and the paths of its problems. */
export const SEED_MISTAKES: readonly (readonly [
  mistake: string,
  document: object,
  paths: readonly string[],
])[] = [
  ['an unknown member', { packages: [] }, ['packages']],
  ['a switch that is a text', { enabled: 'on' }, ['enabled']],
  ['an invalid time', { enabled_modified_on: '2025-13-01T00:00:00Z' }, ['enabled_modified_on']],
  ['an unknown sensitivity', { core_rule_set: { sensitivity: 'none' } }, ['core_rule_set.sensitivity']],
  ['an unknown group', { groups: { [ID]: 'off' } }, [`groups.${ID}`]],
  ['an invalid mode', { groups: { [GROUP_ID]: false } }, [`groups.${GROUP_ID}`]],
  ['groups as a list', { groups: [GROUP_ID] }, ['groups']],
  ['an unknown rule', { rules: { '1': 'disable' } }, ['rules.1']],
  [
    'modes of the other kind of package',
    { rules: { '100015': 'off', '990012': 'simulate' } },
    ['rules.100015', 'rules.990012'],
  ],
  ['an override of nothing', { uri_overrides: [{ urls: ['a'] }] }, ['uri_overrides[0]']],
  ['overrides as an object', { uri_overrides: {} }, ['uri_overrides']],
  [
    'an id twice',
    {
      uri_overrides: [
        { id: ID, urls: ['a'], rules: { '100015': 'block' } },
        { id: ID, urls: ['b'], rules: { '100015': 'block' } },
      ],
    },
    ['uri_overrides[1].id'],
  ],
  [
    'an invalid id',
    { firewall_rules: [{ id: 'x', action: 'log', expression: 'e' }] },
    ['firewall_rules[0].id'],
  ],
  [
    'a filter id twice',
    {
      filters: [
        { id: ID, expression: 'e' },
        { id: ID, expression: 'f' },
      ],
    },
    ['filters[1].id'],
  ],
  [
    'the id of a listed filter for another one',
    {
      filters: [{ id: ID, expression: 'e' }],
      firewall_rules: [{ action: 'log', filter: { id: ID, expression: 'f' } }],
    },
    ['firewall_rules[0].filter.id'],
  ],
  ['a filter without an expression', { filters: [{ id: ID }] }, ['filters[0].expression']],
  [
    'a firewall rule with the id of no filter',
    { firewall_rules: [{ action: 'log', filter: { id: ID } }] },
    ['firewall_rules[0].filter.id'],
  ],
  ['a firewall rule without an expression', { firewall_rules: [{ action: 'log' }] }, ['firewall_rules[0]']],
  [
    'a firewall rule with an expression and a filter',
    { firewall_rules: [{ action: 'log', expression: 'e', filter: { expression: 'e' } }] },
    ['firewall_rules[0]'],
  ],
  [
    'a blank expression',
    { firewall_rules: [{ action: 'log', expression: ' ' }] },
    ['firewall_rules[0].expression'],
  ],
  [
    'a bypass without products',
    { firewall_rules: [{ action: 'bypass', expression: 'e' }] },
    ['firewall_rules[0].products'],
  ],
  ['a page rule for no URL', { page_rules: [{ actions: [{ id: 'disable_security' }] }] }, ['page_rules[0]']],
  ['a page rule without actions', { page_rules: [{ url: 'a' }] }, ['page_rules[0].actions']],
  [
    'a page rule with a broken URL',
    { page_rules: [{ url: 'a b', actions: [{ id: 'disable_apps' }] }] },
    ['page_rules[0].url'],
  ],
  [
    'a page rule at no time',
    { page_rules: [{ url: 'a', actions: [{ id: 'disable_apps' }], created_on: 'now' }] },
    ['page_rules[0].created_on'],
  ],
];
