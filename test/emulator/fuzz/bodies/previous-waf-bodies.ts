import type { ZoneDocument } from '../../../../emulator';

const FIREWALL_RULES = [
  { action: 'bypass', products: ['waf', 'hot'], filter: { expression: 'ip.src eq 192.0.2.1' } },
  { action: 'block', priority: null, paused: true, ref: 'r', filter: { expression: 'true', paused: false } },
  { action: 'bypass', products: ['waf'], priority: 5, filter: { expression: `"${'x'.repeat(5000)}"` } },
] as const;

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
  pageRule('example.com/*', { id: 'waf', value: 'off' }),
  pageRule('https://*.example.com/"a\\b**', { id: 'disable_security' }),
  {
    ...(pageRule('*', { id: 'waf', value: 'on' }, { id: 'ssl', value: 'full' }) as object),
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
    case 'firewall.rules.create':
      return [...FIREWALL_RULES, FIREWALL_RULES];
    case 'firewall.rules.update':
      return FIREWALL_RULES;
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
