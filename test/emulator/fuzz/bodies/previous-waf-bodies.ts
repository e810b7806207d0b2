import type { ZoneDocument } from '../../../../emulator';

const FILTERS = [
  { expression: 'http.host eq "a.example"' },
  { expression: 'ip.src eq 192.0.2.9', paused: true, description: 'nine', ref: 'r' },
] as const;

const FIREWALL_RULES = [
  { action: 'bypass', products: ['waf', 'hot'], filter: { expression: 'ip.src eq 192.0.2.1' } },
  { action: 'block', priority: null, paused: true, ref: 'r', filter: { expression: 'true', paused: false } },
  { action: 'bypass', products: ['waf'], priority: 5, filter: { expression: `"${'x'.repeat(5000)}"` } },
] as const;

/** Rules with each filter of the zone. */
function rulesByFilterId(zone: ZoneDocument): readonly object[] {
  return (zone.previous_waf.filters ?? []).flatMap(({ id }) => [
    { action: 'block', filter: { id } },
    { action: 'bypass', products: ['waf'], priority: 3, filter: { id, expression: '' } },
  ]);
}

/** The same with the id of a rule of the zone. */
function firewallRuleUpdates(zone: ZoneDocument): readonly object[] {
  return (zone.previous_waf.firewall_rules ?? []).flatMap(({ id }) =>
    rulesByFilterId(zone).map((rule) => ({ id, ...rule })),
  );
}

/** Filters of the zone with another expression. */
function filterUpdates(zone: ZoneDocument): readonly object[] {
  return (zone.previous_waf.filters ?? []).map(({ id }, index) => ({
    id,
    expression: `ip.src eq 198.51.100.${index}`,
  }));
}

const URI_OVERRIDES = [
  { urls: ['example.com/*'], rules: { '100015': 'disable' } },
  {
    urls: ['a', 'b'],
    groups: { de677e5818985db1285d0e80225f06e5: 'challenge' },
    rules: null,
    rewrite_action: { block: 'simulate' },
    priority: -5,
    paused: true,
    description: 'd',
  },
] as const;

function pageRule(url: string, ...actions: readonly unknown[]): unknown {
  return { targets: [{ target: 'url', constraint: { operator: 'matches', value: url } }], actions };
}

const PAGE_RULES: readonly unknown[] = [
  pageRule('old.example.com/*', {
    id: 'forwarding_url',
    value: { url: 'https://example.com/$1', status_code: 301 },
  }),
  pageRule('example.com/*', { id: 'waf', value: 'off' }),
  pageRule('https://*.example.com/"a\\b**', { id: 'disable_security' }),
  {
    ...(pageRule(
      '*',
      { id: 'waf', value: 'on' },
      { id: 'ssl', value: 'full' },
      { id: 'cache_key_fields', value: { query_string: { exclude: '*' }, host: { resolved: true } } },
    ) as object),
    priority: 3,
    status: 'active',
  },
];

/** Bodies that the operation of the previous managed rules takes, or would in another state of the zone. */
export function previousWafBodies(operation: string, method: string, zone: ZoneDocument): readonly unknown[] {
  const waf = zone.previous_waf;
  switch (operation) {
    case 'waf.setting.update':
      return [{ value: 'on' }, { value: 'off' }];
    case 'waf.packages.update':
      return [
        { sensitivity: 'low' },
        { sensitivity: 'off' },
        { action_mode: 'simulate', sensitivity: 'default' },
      ];
    case 'waf.groups.update':
    case 'waf.rules.update':
      return ['on', 'off', 'default', 'disable', 'simulate', 'block', 'challenge'].map((mode) => ({ mode }));
    case 'waf.overrides.create':
      return URI_OVERRIDES;
    case 'waf.overrides.update':
      return [...URI_OVERRIDES, ...(waf.uri_overrides ?? [])];
    case 'filters.create':
      return [...FILTERS, FILTERS];
    case 'filters.update':
      return [...FILTERS, ...(waf.filters ?? [])];
    case 'filters.bulk.update':
      return [filterUpdates(zone), waf.filters ?? []];
    case 'firewall.rules.create':
      return [...FIREWALL_RULES, FIREWALL_RULES, ...rulesByFilterId(zone)];
    case 'firewall.rules.update':
      return firewallRuleUpdates(zone);
    case 'firewall.rules.bulk.update':
      return [...firewallRuleUpdates(zone).map((rule) => [rule]), waf.firewall_rules ?? []];
    case 'firewall.rules.edit':
    case 'firewall.rules.bulk.edit':
      return (waf.firewall_rules ?? []).map(({ id }) => ({ id, priority: 4 }));
    case 'firewall.rules.delete':
    case 'firewall.rules.bulk.delete':
      return [{ delete_filter_if_unused: true }, { delete_filter_if_unused: false }, {}];
    case 'page.rules.create':
      return PAGE_RULES;
    case 'page.rules.update':
      return method === 'PATCH'
        ? [{ status: 'active' }, { priority: 7 }, ...PAGE_RULES]
        : [...PAGE_RULES, ...(waf.page_rules ?? [])];
    default:
      throw new Error(`Nothing says what body ${operation} takes.`);
  }
}
