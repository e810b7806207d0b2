import type { Model } from '../../running-emulator';
import { MIGRATED_ZONE_ID, ZONE_ID } from '../../seed';
import type { Arguments, Call, Earlier } from '../call';

const inZone = (...members: readonly Arguments[]): Arguments =>
  Object.assign({ zone_id: ZONE_ID }, ...members) as Arguments;

const override = (earlier: Earlier): Arguments => inZone({ overrides_id: earlier.member('override', 'id') });
const firewallRule = (earlier: Earlier): Arguments =>
  inZone({ rule_id: earlier.member('firewall rules', 'id') });
const filter = (earlier: Earlier): Arguments => inZone({ filter_id: earlier.member('filters', 'id') });
const pageRule = (earlier: Earlier): Arguments => inZone({ pagerule_id: earlier.member('page rule', 'id') });

const TARGETS = [
  { target: 'url', constraint: { operator: 'matches', value: 'example.com/clients/*' } },
] as const;

/** The packages, groups and rules of the previous managed rules. */
const PACKAGES: readonly Call[] = [
  { method: 'firewall.waf.packages.list', with: inZone(), as: 'package', shows: expect.any(Array) },
  {
    method: 'firewall.waf.packages.list',
    title: 'of a migrated zone',
    with: { zone_id: MIGRATED_ZONE_ID },
    refused: 410,
  },
  {
    method: 'firewall.waf.packages.get',
    with: (earlier) => inZone({ package_id: earlier.member('package', 'id') }),
  },
  {
    method: 'firewall.waf.packages.groups.list',
    with: (earlier) => inZone({ package_id: earlier.member('package', 'id') }),
    as: 'group',
    shows: expect.any(Array),
  },
  ...['get', 'edit'].map((method): Call => ({
    method: `firewall.waf.packages.groups.${method}`,
    with: (earlier) =>
      inZone({
        package_id: earlier.member('package', 'id'),
        group_id: earlier.member('group', 'id'),
        ...(method === 'edit' && { mode: 'off' }),
      }),
    shows: method === 'edit' ? { mode: 'off' } : { name: expect.any(String) },
  })),
  {
    method: 'firewall.waf.packages.rules.list',
    with: (earlier) => inZone({ package_id: earlier.member('package', 'id') }),
    as: 'rule',
    shows: expect.any(Array),
  },
  ...['get', 'edit'].map((method): Call => ({
    method: `firewall.waf.packages.rules.${method}`,
    with: (earlier) =>
      inZone({
        package_id: earlier.member('package', 'id'),
        rule_id: earlier.member('rule', 'id'),
        ...(method === 'edit' && { mode: 'disable' }),
      }),
    shows: method === 'edit' ? { mode: 'disable' } : { id: expect.any(String) },
  })),
];

const OVERRIDE = { urls: ['example.com/clients*'], rules: { '100015': 'disable' } };

const OVERRIDES: readonly Call[] = [
  { method: 'firewall.waf.overrides.create', with: inZone(OVERRIDE), as: 'override' },
  { method: 'firewall.waf.overrides.list', with: inZone() },
  { method: 'firewall.waf.overrides.get', with: override },
  {
    method: 'firewall.waf.overrides.update',
    with: (earlier) => ({ ...override(earlier), ...OVERRIDE, rewrite_action: { block: 'simulate' } }),
  },
  { method: 'firewall.waf.overrides.delete', with: override },
];

/** Today the service answers these with 410 for every zone (docs/internals/service.md 7.7). */
const RETIRED_OVERRIDES: readonly Call[] = OVERRIDES.map(({ method }) => ({
  method,
  with: inZone({ overrides_id: '0'.repeat(32), ...OVERRIDE }),
  refused: 410,
}));

const FIREWALL_RULE = { action: 'bypass', products: ['waf'], filter: { expression: 'ip.src eq 192.0.2.7' } };

const FIREWALL_RULES: readonly Call[] = [
  {
    method: 'firewall.rules.create',
    with: inZone(FIREWALL_RULE),
    as: 'firewall rules',
    shows: [expect.objectContaining({ action: 'bypass' })],
  },
  {
    method: 'firewall.rules.list',
    with: inZone(),
    shows: expect.arrayContaining([expect.objectContaining({ action: 'bypass' })]),
  },
  { method: 'firewall.rules.get', with: firewallRule, shows: { action: 'bypass' } },
  {
    method: 'firewall.rules.update',
    with: (earlier) => ({
      ...firewallRule(earlier),
      id: earlier.member('firewall rules', 'id'),
      action: 'block',
      filter: earlier.member('firewall rules', 'filter'),
    }),
    shows: { action: 'block' },
  },
  { method: 'firewall.rules.delete', with: firewallRule },
];

const FILTERS: readonly Call[] = [
  {
    method: 'filters.create',
    with: inZone({ body: [{ expression: 'ip.src eq 192.0.2.8' }] }),
    withIn: { 'cloudflare-4': () => inZone({ expression: 'ip.src eq 192.0.2.8' }) },
    as: 'filters',
    shows: [expect.objectContaining({ expression: 'ip.src eq 192.0.2.8' })],
  },
  {
    method: 'filters.list',
    with: inZone(),
    shows: expect.arrayContaining([expect.objectContaining({ expression: 'ip.src eq 192.0.2.8' })]),
  },
  { method: 'filters.get', with: filter, shows: { expression: 'ip.src eq 192.0.2.8' } },
  {
    method: 'filters.update',
    with: (earlier) => ({
      ...filter(earlier),
      id: earlier.member('filters', 'id'),
      expression: 'ip.src eq 192.0.2.9',
    }),
    withIn: {
      'cloudflare-4': (earlier) => ({
        ...filter(earlier),
        body: { id: earlier.member('filters', 'id'), expression: 'ip.src eq 192.0.2.9' },
      }),
    },
    shows: { expression: 'ip.src eq 192.0.2.9' },
  },
  { method: 'filters.delete', with: filter },
];

const PAGE_RULES: readonly Call[] = [
  {
    method: 'pageRules.create',
    with: inZone({ targets: TARGETS, actions: [{ id: 'disable_security' }], status: 'active' }),
    as: 'page rule',
    shows: { status: 'active' },
  },
  { method: 'pageRules.list', with: inZone(), shows: [expect.objectContaining({ status: 'active' })] },
  { method: 'pageRules.get', with: pageRule, shows: { status: 'active' } },
  {
    method: 'pageRules.update',
    with: (earlier) => ({ ...pageRule(earlier), targets: TARGETS, actions: [{ id: 'ssl', value: 'full' }] }),
    shows: { actions: [{ id: 'ssl', value: 'full' }] },
  },
  {
    method: 'pageRules.edit',
    with: (earlier) => ({ ...pageRule(earlier), status: 'disabled' }),
    shows: { status: 'disabled' },
  },
  { method: 'pageRules.delete', with: pageRule },
];

/** What the service replaced: the previous managed rules, firewall rules, and page rules. */
export function previousRules(model: Model): readonly Call[] {
  return [
    ...PACKAGES,
    ...(model === 'today' ? RETIRED_OVERRIDES : OVERRIDES),
    ...FIREWALL_RULES,
    ...FILTERS,
    ...PAGE_RULES,
  ];
}
