import type { SeedDocument } from '../../../emulator';
import { SeedError, createEmulator } from '../../../emulator';

const ID = 'a'.repeat(32);
const GROUP_ID = 'cfda825dfda411ea218cb70e6c88e82e';

type Mistake = readonly [mistake: string, document: object, paths: readonly string[]];

/** A mistake in the only one of a list, with its members. */
const inOne =
  (list: string) =>
  ([mistake, one, ...members]: readonly [string, object, ...string[]]): Mistake => [
    mistake,
    { [list]: [one] },
    members.map((member) => `${list}[0]${member && `.${member}`}`),
  ];

const WAF_ON = [{ id: 'waf', value: 'on' }];

/** What a seed of an Enterprise zone must not have, and the paths of its problems. */
const SEED_MISTAKES: readonly Mistake[] = [
  ['an unknown member', { packages: [] }, ['packages']],
  ['an invalid time', { enabled_modified_on: '2025-13-01T00:00:00Z' }, ['enabled_modified_on']],
  ['an unknown group', { groups: { [ID]: 'off' } }, [`groups.${ID}`]],
  ['an unknown rule', { rules: { '1': 'disable' } }, ['rules.1']],
  [
    'modes of the other kind of package',
    { rules: { '100015': 'off', '990012': 'simulate' } },
    ['rules.100015', 'rules.990012'],
  ],
  [
    'an id twice',
    { uri_overrides: ['a', 'b'].map((url) => ({ id: ID, urls: [url], rules: { '100015': 'block' } })) },
    ['uri_overrides[1].id'],
  ],
  [
    'a filter id twice',
    { filters: ['e', 'f'].map((expression) => ({ id: ID, expression })) },
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
  ...[
    ['an invalid id', { id: 'x', action: 'log', expression: 'e' }, 'id'] as const,
    ['a firewall rule with the id of no filter', { action: 'log', filter: { id: ID } }, 'filter.id'] as const,
    ['a firewall rule without an expression', { action: 'log' }, ''] as const,
    [
      'a firewall rule with an expression and a filter',
      { action: 'log', expression: 'e', filter: { expression: 'e' } },
      '',
    ] as const,
    ['a blank expression', { action: 'log', expression: ' ' }, 'expression'] as const,
    ['a bypass without products', { action: 'bypass', expression: 'e' }, 'products'] as const,
    [
      'products of another action',
      { action: 'block', products: ['waf'], expression: 'e' },
      'products',
    ] as const,
    [
      'an expression, a priority and an action that cannot be',
      { action: 'deny', priority: -1, expression: 'e'.repeat(16_385) },
      ...['action', 'priority', 'expression'],
    ] as const,
  ].map(inOne('firewall_rules')),
  [
    'settings of the core rule set that it does not have',
    { core_rule_set: { sensitivity: 'High', action_mode: 'log' } },
    ['core_rule_set.sensitivity', 'core_rule_set.action_mode'],
  ],
  ...[
    ['an override of nothing', { urls: ['a'], rules: {} }, ''] as const,
    [
      'an override with values that cannot be',
      {
        urls: ['a', 'a', 'b c'],
        groups: { x: 'disable' },
        rules: { '1 0': 'disable', '100015': 'on' },
        rewrite_action: { allow: 'block' },
        priority: 0.5,
      },
      ...['urls[1]', 'urls[2]', 'groups.x', 'rules.100015', 'rules.1 0', 'rewrite_action.allow', 'priority'],
    ] as const,
  ].map(inOne('uri_overrides')),
  ...[
    ['a page rule with a space in its URL', { url: 'a b', actions: WAF_ON }, 'url'] as const,
    ['a page rule with too many wildcards', { url: '*.a/*/*/*/*', actions: WAF_ON }, 'url'] as const,
    ['a page rule with no target', { targets: [], actions: WAF_ON }, 'targets'] as const,
    ['a page rule for no URL', { actions: [{ id: 'disable_security' }] }, ''] as const,
    ['a page rule without actions', { url: 'a' }, 'actions'] as const,
    ['a page rule at no time', { url: 'a', actions: WAF_ON, created_on: 'now' }, 'created_on'] as const,
    ...(
      [
        ['no setting', [], ''],
        ['no value', [{ id: 'waf' }], '[0].value'],
        ['another value', [{ id: 'waf', value: 'of' }], '[0].value'],
        ['a value where none can be', [{ id: 'disable_security', value: 'off' }], '[0].value'],
        ['a setting of no such name', [{ id: 'WAF Off' }], '[0].id'],
        [
          'a setting twice',
          [
            { id: 'ssl', value: 'full' },
            { id: 'ssl', value: 'off' },
          ],
          '[1].id',
        ],
      ] as const
    ).map(
      ([what, actions, place]) =>
        [`a page rule with ${what}`, { url: 'a', actions }, `actions${place}`] as const,
    ),
  ].map(inOne('page_rules')),
];

const MADE = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
const START = '2025-01-01T00:00:00.000000Z';

const YAML = `
zones:
  - name: shop.example
    previous_waf:
      enabled: false
      core_rule_set: { sensitivity: medium, action_mode: simulate }
      groups: { ${GROUP_ID}: off }
      rules: { 100015: disable, '990012': off }
      uri_overrides:
        - urls: [shop.example/*]
          rules: { 100016: disable }
      firewall_rules:
        - expression: ip.src eq 192.0.2.1
          action: bypass
          products: [waf]
        - filter: { expression: "true", paused: true }
          action: log
      page_rules:
        - url: shop.example/upload/*
          actions: [{ id: disable_security }]
        - targets: [{ target: url, constraint: { operator: matches, value: shop.example/* } }]
          actions: [{ id: waf, value: off }]
          priority: 2
          status: disabled
`;

function previousWaf(seed: string | SeedDocument) {
  return createEmulator({ seed }).control.snapshot().zones[0]?.previous_waf;
}

function problemsOf(previous_waf: object, plan: 'enterprise' | 'business' = 'enterprise') {
  try {
    createEmulator({ seed: { zones: [{ name: 'a.example', plan, previous_waf }] } });
  } catch (error) {
    if (error instanceof SeedError) return error.problems.map(({ path }) => path);
    throw error;
  }
  return [];
}

describe('the previous managed rules in a seed', () => {
  it('have their defaults if the seed leaves out all or some of them', () => {
    const defaults = {
      enabled: true,
      core_rule_set: { sensitivity: 'default', action_mode: 'challenge' },
      groups: {},
      rules: {},
      uri_overrides: [],
      filters: [],
      firewall_rules: [],
      page_rules: [],
    };
    expect(previousWaf('zones: [{ name: a.example }]')).toEqual(defaults);
    expect(previousWaf('zones: [{ name: a.example, previous_waf: {} }]')).toEqual(defaults);
  });

  it('get the identifiers, times and defaults that the seed leaves out', () => {
    const text = { description: '', paused: false };
    const filter = { id: MADE, ...text, ref: '' };
    const firewallRule = { id: MADE, ...text, priority: null, ref: '', filter: { id: MADE } };
    const pageRule = (value: string, more: object) => ({
      id: MADE,
      targets: [{ target: 'url', constraint: { operator: 'matches', value } }],
      created_on: START,
      modified_on: START,
      ...more,
    });
    expect(previousWaf(YAML)).toEqual({
      enabled: false,
      core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
      groups: { [GROUP_ID]: 'off' },
      rules: { '100015': 'disable', '990012': 'off' },
      uri_overrides: [
        {
          id: MADE,
          ...text,
          urls: ['shop.example/*'],
          priority: 0,
          groups: {},
          rules: { '100016': 'disable' },
          rewrite_action: {},
        },
      ],
      filters: [
        { ...filter, expression: 'ip.src eq 192.0.2.1' },
        { ...filter, expression: 'true', paused: true },
      ],
      firewall_rules: [
        { ...firewallRule, action: 'bypass', products: ['waf'] },
        { ...firewallRule, action: 'log', products: [] },
      ],
      page_rules: [
        pageRule('shop.example/upload/*', {
          actions: [{ id: 'disable_security' }],
          priority: 1,
          status: 'active',
        }),
        pageRule('shop.example/*', {
          actions: [{ id: 'waf', value: 'off' }],
          priority: 2,
          status: 'disabled',
        }),
      ],
    });
  });

  it('keep every identifier and time in the seed', () => {
    const given = {
      enabled: true,
      enabled_modified_on: '2024-05-01T10:00:00Z',
      core_rule_set: { sensitivity: 'off', action_mode: 'block' },
      groups: {},
      rules: {},
      uri_overrides: [
        {
          id: ID,
          description: 'd',
          urls: ['a'],
          priority: 4,
          groups: { [GROUP_ID]: 'block' },
          rules: {},
          rewrite_action: { default: 'simulate' },
          paused: true,
        },
      ],
      filters: [
        { id: 'b'.repeat(32), expression: 'e', paused: true, description: 'd', ref: 'f' },
        { id: 'c'.repeat(32), expression: 'unused', paused: false, description: '', ref: '' },
      ],
      firewall_rules: [
        {
          id: ID,
          paused: true,
          description: 'd',
          action: 'allow',
          products: [],
          priority: 9,
          ref: 'r',
          filter: { id: 'b'.repeat(32) },
        },
      ],
      page_rules: [
        {
          id: ID,
          targets: [{ target: 'url', constraint: { operator: 'matches', value: 'a/' } }],
          actions: [{ id: 'ssl', value: 'full' }],
          priority: 7,
          status: 'disabled',
          created_on: '2019-06-28T15:44:14.000000Z',
          modified_on: '2021-08-20T20:06:36.000000Z',
        },
      ],
    } as const;
    expect(previousWaf({ zones: [{ name: 'a.example', previous_waf: given }] })).toEqual(given);
  });

  it('may have several firewall rules with one filter, in the list or brought along by the first of them', () => {
    const [listed, brought] = ['b'.repeat(32), 'c'.repeat(32)];
    const found = previousWaf({
      zones: [
        {
          name: 'a.example',
          previous_waf: {
            filters: [{ id: listed, expression: 'one' }],
            firewall_rules: [
              { action: 'log', filter: { id: listed } },
              { action: 'log', filter: { id: brought, expression: 'two' } },
              { action: 'block', filter: { id: listed } },
              { action: 'block', filter: { id: brought } },
            ],
          },
        },
      ],
    });
    expect(found?.filters?.map(({ id, expression }) => [id, expression])).toEqual([
      [listed, 'one'],
      [brought, 'two'],
    ]);
    expect(found?.firewall_rules?.map(({ filter }) => filter)).toEqual(
      [listed, brought, listed, brought].map((id) => ({ id })),
    );
  });

  it('are separate for each load of the seed', () => {
    const emulator = createEmulator({ seed: YAML });
    const before = emulator.control.snapshot();
    emulator.control.reset();
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it.each(SEED_MISTAKES)('are refused with %s', (_name, document, paths) => {
    expect(problemsOf(document)).toEqual(paths.map((path) => `zones[0].previous_waf.${path}`));
  });

  it('keep the settings of page rules that do not matter to a migration as they are', () => {
    const actions = [
      { id: 'cache_ttl_by_status', value: { '200-299': 60, '404': 'no-store' } },
      { id: 'always_use_https' },
      { id: 'made_up_since', value: [null] },
    ];
    const seed = { zones: [{ name: 'a.example', previous_waf: { page_rules: [{ url: 'a', actions }] } }] };
    expect(previousWaf(seed)?.page_rules?.[0]?.actions).toEqual(actions);
  });

  it('are refused with URI-based overrides outside Enterprise', () => {
    const uri_overrides = [{ urls: ['a'], rules: { '100015': 'block' } }];
    expect(problemsOf({ uri_overrides })).toEqual([]);
    expect(problemsOf({ uri_overrides }, 'business')).toEqual(['zones[0].previous_waf.uri_overrides']);
    expect(problemsOf({ uri_overrides: [] }, 'business')).toEqual([]);
  });

  it('are refused with URI-based overrides while nobody could delete them', () => {
    const uri_overrides = [{ urls: ['a'], rules: { WP0025B: 'block' } }];
    const seed = { zones: [{ name: 'a.example', previous_waf: { uri_overrides } }] } as const;
    expect(() => createEmulator({ seed, settings: { model: 'today' } })).toThrow(
      'because their operations are retired; set the option uri_overrides to available',
    );
    expect(() =>
      createEmulator({ seed, settings: { model: 'today', uriOverrides: 'available' } }),
    ).not.toThrow();
  });
});
