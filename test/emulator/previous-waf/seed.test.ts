import { createEmulator, type SeedDocument } from '../../../emulator';
const GROUP_ID = 'cfda825dfda411ea218cb70e6c88e82e';

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

  it('keep the settings of page rules that do not matter to a migration as they are', () => {
    const actions = [
      { id: 'cache_ttl_by_status', value: { '200-299': 60, '404': 'no-store' } },
      { id: 'always_use_https' },
      { id: 'made_up_since', value: [null] },
    ];
    const seed = { zones: [{ name: 'a.example', previous_waf: { page_rules: [{ url: 'a', actions }] } }] };
    expect(previousWaf(seed)?.page_rules?.[0]?.actions).toEqual(actions);
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
