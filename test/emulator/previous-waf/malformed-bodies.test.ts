import fc from 'fast-check';
import { createEmulator, DEFAULT_ZONE_ID } from '../../../emulator';
import { CORE_PACKAGE_ID, MANAGED_PACKAGE_ID } from '../../../emulator/previous-waf/catalogue';
import { caller } from '../client';
import { expectSameDocument } from '../same-document';

const ID = 'a'.repeat(32);
const PACKAGES = '/firewall/waf/packages';

const override = {
  urls: ['a/*'],
  groups: { de677e5818985db1285d0e80225f06e5: 'disable' },
  rules: { '100015': 'simulate' },
  rewrite_action: { default: 'block' },
  priority: 1,
  paused: false,
  description: '',
};

const firewallRule = {
  action: 'bypass',
  products: ['waf'],
  priority: 1,
  paused: false,
  description: '',
  ref: '',
  filter: { expression: 'true', paused: false, description: '', ref: '' },
};

/** The same with the filter that is there. */
const firewallRuleById = { ...firewallRule, id: ID, filter: { id: ID, expression: 'true', ref: '' } };

const filter = { expression: 'false', paused: false, description: '', ref: '' };

const pageRule = {
  targets: [{ target: 'url', constraint: { operator: 'matches', value: 'a' } }],
  actions: [
    { id: 'waf', value: 'off' },
    { id: 'disable_security' },
    { id: 'browser_cache_ttl', value: 1800 },
    { id: 'cache_level', value: 'basic' },
    {
      id: 'cache_key_fields',
      value: {
        cookie: { include: ['a'] },
        header: { exclude: ['b'], check_presence: ['c'] },
        host: { resolved: true },
        query_string: { include: '*' },
        user: { device_type: true },
      },
    },
    { id: 'cache_ttl_by_status', value: { '200-299': 60, '404': 'no-store' } },
    { id: 'minify', value: { css: 'on', html: 'off', js: 'on' } },
  ],
  priority: 1,
  status: 'active',
};

const redirect = {
  ...pageRule,
  actions: [{ id: 'forwarding_url', value: { url: 'https://example.com/$1', status_code: 301 } }],
};

const WRITES: [string, string, unknown][] = [
  ['PATCH', '/settings/waf', { value: 'on' }],
  ['PATCH', `${PACKAGES}/${CORE_PACKAGE_ID}`, { sensitivity: 'low', action_mode: 'block' }],
  ['PATCH', `${PACKAGES}/${MANAGED_PACKAGE_ID}/groups/de677e5818985db1285d0e80225f06e5`, { mode: 'on' }],
  ['PATCH', `${PACKAGES}/${MANAGED_PACKAGE_ID}/rules/100015`, { mode: 'block' }],
  ['POST', '/firewall/waf/overrides', override],
  ['PUT', `/firewall/waf/overrides/${ID}`, override],
  ['POST', '/filters', [filter]],
  ['PUT', `/filters/${ID}`, { id: ID, ...filter }],
  ['PUT', '/filters', [{ id: ID, ...filter }]],
  ['POST', '/firewall/rules', [{ ...firewallRule, filter }]],
  ['POST', '/firewall/rules', [{ ...firewallRule, filter: { id: ID, expression: '' } }]],
  ['PUT', `/firewall/rules/${ID}`, firewallRuleById],
  ['PUT', '/firewall/rules', [firewallRuleById]],
  ['PATCH', `/firewall/rules/${ID}`, { id: ID, priority: 3 }],
  ['PATCH', '/firewall/rules', [{ id: ID, priority: 3 }]],
  ['DELETE', `/firewall/rules/${ID}`, { delete_filter_if_unused: true }],
  ['POST', '/pagerules', pageRule],
  ['PUT', `/pagerules/${ID}`, pageRule],
  ['PATCH', `/pagerules/${ID}`, pageRule],
  ['POST', '/pagerules', redirect],
];

const SEED = {
  zones: [
    {
      id: DEFAULT_ZONE_ID,
      name: 'example.com',
      previous_waf: {
        uri_overrides: [{ id: ID, urls: ['a'], rules: { '100015': 'disable' } }],
        firewall_rules: [{ id: ID, action: 'log', filter: { id: ID, expression: 'true' } }],
        page_rules: [{ id: ID, url: 'a', actions: [{ id: 'disable_security' }] }],
      },
    },
  ],
} as const;

/** Every place of the document. */
function placesOf(document: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof document !== 'object' || document === null) return [path];
  return [path, ...Object.entries(document).flatMap(([name, value]) => placesOf(value, [...path, name]))];
}

/** The document with another value in that place. */
function withValueAt(document: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  const copy = structuredClone(document) as Record<string, unknown>;
  copy[first] = withValueAt(copy[first], rest, value);
  return copy;
}

const oddValue = fc.oneof(
  fc.constantFrom(null, '', ' ', 0, -1, 0.5, 1e300, true, [], {}, [null], [[]], '__proto__'),
  fc.jsonValue(),
  fc.string({ maxLength: 5 }).map((name) => ({ [name]: 'block' })),
);

describe('docs/service.md 7.7: a body with any value in any place', () => {
  it.each(WRITES)(
    'is accepted by %s %s, or refused with the place of the problem',
    async (method, path, body) => {
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...placesOf(body)), oddValue, async (place, value) => {
          const emulator = createEmulator({ seed: SEED });
          const before = emulator.control.snapshot();
          const answer = await caller(emulator)(method, path, withValueAt(body, place, value));
          const after = emulator.control.snapshot();
          statuses.add(answer.status);
          if (answer.status === 400) {
            expect(answer.body.errors.length).toBeGreaterThan(0);
            expectSameDocument(after, before);
            return;
          }
          expect(answer.status).toBe(200);
          const other = createEmulator();
          other.control.restore(JSON.parse(JSON.stringify(after)));
          expectSameDocument(other.control.snapshot(), after);
        }),
        { numRuns: 60 },
      );
      expect(statuses).toContain(400);
    },
  );
});
