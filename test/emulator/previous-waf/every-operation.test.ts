import type { Emulator } from '../../../emulator';
import { createEmulator, DEFAULT_ZONE_ID } from '../../../emulator';
import { CORE_PACKAGE_ID, MANAGED_PACKAGE_ID } from '../../../emulator/previous-waf/catalogue';
import { caller } from '../client';

const ID = 'a'.repeat(32);
const PACKAGE = `/firewall/waf/packages/${MANAGED_PACKAGE_ID}`;
const CORE = `/firewall/waf/packages/${CORE_PACKAGE_ID}`;
const GROUP = `${PACKAGE}/groups/de677e5818985db1285d0e80225f06e5`;
const OVERRIDE = { urls: ['a'], rules: { '100015': 'disable' } };
const FREE_ID = 'c'.repeat(32);
const FILTER = { id: ID, expression: 'true' };
const NEW_FILTER = { expression: 'ip.src eq 192.0.2.1' };
const FIREWALL_RULE = { action: 'bypass', products: ['waf'], filter: { id: ID } };
const PAGE_RULE = {
  targets: [{ target: 'url', constraint: { operator: 'matches', value: 'a' } }],
  actions: [{ id: 'waf', value: 'off' }],
};

type Request = [name: string, method: string, path: string, body?: unknown];

/** Each operation that reads, with a request that succeeds on the zone of `withOneOfEach`. */
const MANAGED_READS: readonly Request[] = [
  ['waf.setting.get', 'GET', '/settings/waf'],
  ['waf.packages.list', 'GET', '/firewall/waf/packages'],
  ['waf.packages.get', 'GET', PACKAGE],
  ['waf.groups.list', 'GET', `${PACKAGE}/groups`],
  ['waf.groups.get', 'GET', GROUP],
  ['waf.rules.list', 'GET', `${PACKAGE}/rules`],
  ['waf.rules.get', 'GET', `${PACKAGE}/rules/100015`],
  ['waf.overrides.list', 'GET', '/firewall/waf/overrides'],
  ['waf.overrides.get', 'GET', `/firewall/waf/overrides/${ID}`],
];

const MANAGED_WRITES: readonly Request[] = [
  ['waf.setting.update', 'PATCH', '/settings/waf', { value: 'off' }],
  ['waf.packages.update', 'PATCH', CORE, { sensitivity: 'low' }],
  ['waf.groups.update', 'PATCH', GROUP, { mode: 'off' }],
  ['waf.rules.update', 'PATCH', `${PACKAGE}/rules/100015`, { mode: 'block' }],
  ['waf.overrides.create', 'POST', '/firewall/waf/overrides', OVERRIDE],
  ['waf.overrides.update', 'PUT', `/firewall/waf/overrides/${ID}`, OVERRIDE],
  ['waf.overrides.delete', 'DELETE', `/firewall/waf/overrides/${ID}`],
];

const OTHER_READS: readonly Request[] = [
  ['filters.list', 'GET', '/filters'],
  ['filters.get', 'GET', `/filters/${ID}`],
  ['firewall.rules.list', 'GET', '/firewall/rules'],
  ['firewall.rules.get', 'GET', `/firewall/rules/${ID}`],
  ['page.rules.list', 'GET', '/pagerules'],
  ['page.rules.get', 'GET', `/pagerules/${ID}`],
];

const OTHER_WRITES: readonly Request[] = [
  ['filters.create', 'POST', '/filters', [NEW_FILTER]],
  ['filters.update', 'PUT', `/filters/${ID}`, NEW_FILTER],
  ['filters.bulk.update', 'PUT', '/filters', [{ id: ID, ...NEW_FILTER }]],
  ['filters.delete', 'DELETE', `/filters/${FREE_ID}`],
  ['filters.bulk.delete', 'DELETE', `/filters?id=${FREE_ID}`],
  ['firewall.rules.create', 'POST', '/firewall/rules', [{ ...FIREWALL_RULE, filter: NEW_FILTER }]],
  ['firewall.rules.create', 'POST', '/firewall/rules', [FIREWALL_RULE]],
  ['firewall.rules.update', 'PUT', `/firewall/rules/${ID}`, { id: ID, ...FIREWALL_RULE }],
  ['firewall.rules.bulk.update', 'PUT', '/firewall/rules', [{ id: ID, ...FIREWALL_RULE }]],
  ['firewall.rules.edit', 'PATCH', `/firewall/rules/${ID}`, { id: ID, priority: 3 }],
  ['firewall.rules.bulk.edit', 'PATCH', '/firewall/rules', [{ id: ID, priority: 3 }]],
  ['firewall.rules.bulk.delete', 'DELETE', `/firewall/rules?id=${ID}`],
  ['firewall.rules.delete', 'DELETE', `/firewall/rules/${ID}`],
  ['page.rules.create', 'POST', '/pagerules', PAGE_RULE],
  ['page.rules.update', 'PUT', `/pagerules/${ID}`, PAGE_RULE],
  ['page.rules.update', 'PATCH', `/pagerules/${ID}`, { status: 'active' }],
  ['page.rules.delete', 'DELETE', `/pagerules/${ID}`],
];

const READS = [...MANAGED_READS, ...OTHER_READS];
const WRITES = [...MANAGED_WRITES, ...OTHER_WRITES];

const READER = 'reader-token-0123456789abcdefghijklmnopqrstuv';
const EDITOR = 'editor-token-0123456789abcdefghijklmnopqrstuv';
const STRANGER = 'stranger-token-0123456789abcdefghijklmnopqrst';

function withOneOfEach(zone: object = {}): Emulator {
  return createEmulator({
    seed: {
      zones: [
        {
          id: DEFAULT_ZONE_ID,
          name: 'example.com',
          previous_waf: {
            uri_overrides: [{ id: ID, ...OVERRIDE }],
            filters: [FILTER, { id: FREE_ID, expression: 'false' }],
            firewall_rules: [{ id: ID, ...FIREWALL_RULE }],
            page_rules: [{ id: ID, url: 'a', actions: [{ id: 'waf', value: 'off' }] }],
          },
          ...zone,
        },
      ],
      credentials: {
        tokens: [
          { token: READER, permissions: ['waf:read'] },
          { token: EDITOR, permissions: ['waf:edit'] },
          { token: STRANGER, permissions: ['rulesets:read', 'rulesets:edit', 'logpush:edit'] },
        ],
        keys: [{ email: 'a@b.example', key: 'emulatorkey0123456789abcdef0123456789a' }],
      },
    },
  });
}

function sender(emulator: Emulator, token: string) {
  const call = caller(emulator, DEFAULT_ZONE_ID, token);
  return async ([, method, path, body]: Request, parameter = '') =>
    call(method, path + (parameter && `${path.includes('?') ? '&' : '?'}${parameter}`), body);
}

it.each(READS)('%s needs waf:read, has its name in the journal and changes nothing', async (...request) => {
  const emulator = withOneOfEach();
  const before = emulator.control.snapshot();
  expect((await sender(emulator, READER)(request)).status).toBe(200);
  expect(emulator.control.journal()).toMatchObject([{ operation: request[0], status: 200 }]);
  expect((await sender(emulator, EDITOR)(request)).body.errors).toMatchObject([{ code: 10000 }]);
  expect((await sender(emulator, STRANGER)(request)).status).toBe(403);
  expect(emulator.control.snapshot()).toEqual(before);
});

describe.each(WRITES)('%s by %s', (...request) => {
  it('needs waf:edit, and is one write with its name in the journal', async () => {
    const emulator = withOneOfEach();
    const before = Date.parse(emulator.control.snapshot().clock);
    expect((await sender(emulator, READER)(request)).body.errors).toMatchObject([{ code: 10000 }]);
    expect((await sender(emulator, STRANGER)(request)).status).toBe(403);
    expect((await sender(emulator, EDITOR)(request)).status).toBe(200);
    expect(emulator.control.journal().at(-1)).toMatchObject({ operation: request[0], status: 200 });
    expect(Date.parse(emulator.control.snapshot().clock)).toBe(before + 1);
  });

  it('checks but writes nothing with dry_run', async () => {
    const emulator = withOneOfEach();
    const before = emulator.control.snapshot();
    const answer = await sender(emulator, EDITOR)(request, 'dry_run=true');
    expect([answer.status, answer.body.result, answer.body.success]).toEqual([200, null, true]);
    expect(emulator.control.snapshot()).toEqual(before);
  });
});

describe('docs/internals/service.md 1.1: once the migration is finished', () => {
  it.each<Request>([...MANAGED_READS, ...MANAGED_WRITES])('%s by %s no longer works', async (...request) => {
    const emulator = withOneOfEach({ migration: { state: 'finished' } });
    const before = emulator.control.snapshot();
    const token = request[1] === 'GET' ? READER : EDITOR;
    const { status, body } = await sender(emulator, token)(request);
    expect([status, body]).toEqual([
      410,
      {
        result: null,
        success: false,
        errors: [
          {
            code: 1040,
            message:
              'The zone has finished its migration, so this operation of the previous managed rules no ' +
              'longer works; the ruleset API manages the managed rules of this zone',
          },
        ],
        messages: [],
      },
    ]);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it.each<Request>([...OTHER_READS, ...OTHER_WRITES])('%s by %s goes on working', async (...request) => {
    const emulator = withOneOfEach({ migration: { state: 'finished' } });
    const token = request[1] === 'GET' ? READER : EDITOR;
    expect((await sender(emulator, token)(request)).status).toBe(200);
  });

  it.each(['start', 'validation'] as const)('but not in the state %s', async (state) => {
    const emulator = withOneOfEach({ migration: { state } });
    for (const request of MANAGED_READS) expect((await sender(emulator, READER)(request)).status).toBe(200);
  });
});
