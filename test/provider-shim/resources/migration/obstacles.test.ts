import { findObstacles } from '../../../../provider-shim/resources/migration/previous-waf';
import { emulatedZone, ZONE } from '../../api/emulated-zone';
import { cut, failureOf, ok, refuse, scriptedService, type Reply } from '../../api/scripted-service';
import type { SeedZone } from '../../../../emulator';

const signal = new AbortController().signal;
const id = (index: number): string => index.toString(16).padStart(32, '0');

type FirewallRule = NonNullable<NonNullable<SeedZone['previous_waf']>['firewall_rules']>[number];
const bypass = (index: number, more: Partial<FirewallRule> = {}): FirewallRule => ({
  id: id(index),
  action: 'bypass',
  products: ['waf'],
  expression: `ip.src eq 10.0.${Math.floor(index / 250)}.${index % 250}`,
  ...more,
});
const many = (count: number, more: Partial<FirewallRule> = {}): readonly FirewallRule[] =>
  Array.from({ length: count }, (_, index) => bypass(index, more));

/** 4096 bytes in fewer characters, and one byte more. */
const LONGEST = `http.host eq "a${'é'.repeat(2040)}"`;
const LONG = `${LONGEST} `;

describe('an obstacle of a migration', () => {
  test.each<[string, NonNullable<SeedZone['previous_waf']>, ...object[]]>([
    ['nothing', {}],
    ['not 200 firewall rules', { firewall_rules: many(200) }],
    [
      'but one more than that',
      { firewall_rules: many(201) },
      {
        kind: 'too_many_firewall_rules',
        id: null,
        description: '201 firewall rules that bypass the managed rules; at most 200 can be migrated',
      },
    ],
    ['not those that are paused', { firewall_rules: many(201, { paused: true }) }],
    ['not an expression of 4 KB', { firewall_rules: [bypass(1, { expression: LONGEST })] }],
    [
      'but one of more bytes, though of fewer characters',
      {
        firewall_rules: [
          bypass(1, { expression: LONG }),
          bypass(2, { expression: LONG, description: 'old' }),
        ],
      },
      {
        kind: 'expression_too_long',
        id: id(1),
        description: `firewall rule ${id(1)}: its expression has 4097 bytes; at most 4096 are allowed`,
      },
      {
        kind: 'expression_too_long',
        id: id(2),
        description: `firewall rule ${id(2)} (old): its expression has 4097 bytes; at most 4096 are allowed`,
      },
    ],
  ])('%s', async (_case, previous, ...expected) => {
    const zone = await emulatedZone({ previous_waf: previous });
    expect(await findObstacles(zone.client, ZONE, signal)).toEqual(expected);
    const { compatible } = await zone.client.checkCompatibility(ZONE);
    expect(compatible).toBe(expected.length === 0);
  });

  test('is found if it can be read', async () => {
    const override = ok([{ id: 'o', urls: ['u'] }]);
    const gone = refuse(410, [{ message: 'gone' }]);
    const found = { kind: 'uri_override', id: 'o', description: 'URI-based override o for u' };
    const withReplies = async (overrides: Reply, rules: Reply): Promise<unknown> => {
      const service = await scriptedService((response, request) =>
        (request.url.includes('/overrides') ? overrides : rules)(response, request),
      );
      const read: Promise<unknown> = findObstacles(service.client({ maxRetries: 0 }), 'z', signal);
      return read;
    };
    expect([
      await withReplies(override, gone),
      await withReplies(override, cut),
      await withReplies(gone, ok([])),
    ]).toEqual([[found], [found], []]);
  });
});

test('stopping the run does not count as a zone without overrides', async () => {
  const service = await scriptedService(ok([]));
  const stopped = AbortSignal.abort();
  expect(await failureOf(findObstacles(service.client(), 'z', stopped))).toMatchObject({
    kind: 'cancelled',
  });
});
