import type { SeedZone } from '../../../../emulator';
import { findLosses } from '../../../../provider-shim/resources/migration/previous-waf';
import { emulatedZone, ZONE, useEmulatedZones } from '../../api/emulated-zone';
import { failureOf, refuse, scriptedService, type Reply } from '../../api/scripted-service';

useEmulatedZones();

const signal = new AbortController().signal;
const PAGE_RULE = 'c'.repeat(32);

describe('the losses of a migration', () => {
  test.each<[string, NonNullable<SeedZone['previous_waf']>, ...object[]]>([
    [
      'is a group of the core rule set that is off',
      { groups: { '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1': 'off' } },
      {
        kind: 'core_rule_set_group_override',
        id: '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1',
        description: 'group "Bad robots" of the core rule set is off',
      },
    ],
    [
      'is a rule of the core rule set that is off',
      { rules: { '981231': 'off' } },
      {
        kind: 'core_rule_set_rule_override',
        id: '981231',
        description: 'rule 981231 of the core rule set (SQL comment sequence) is off',
      },
    ],
    [
      'is not what becomes overrides of the managed ruleset',
      { rules: { '100015': 'disable' }, groups: { de677e5818985db1285d0e80225f06e5: 'off' } },
    ],
    [
      'is a page rule with WAF Off, which loses its effect',
      {
        page_rules: [
          { id: PAGE_RULE, url: 'example.com/off/*', actions: [{ id: 'waf', value: 'off' }] },
          { url: 'example.com/on/*', actions: [{ id: 'waf', value: 'on' }] },
          { url: 'example.com/open/*', actions: [{ id: 'disable_security' }] },
          { url: 'example.com/not/*', actions: [{ id: 'waf', value: 'off' }], status: 'disabled' },
        ],
      },
      {
        kind: 'page_rule_waf_off',
        id: PAGE_RULE,
        description:
          `page rule ${PAGE_RULE} with WAF Off for example.com/off/*: an exception takes its place, ` +
          'and the page rule no longer has any effect',
      },
    ],
  ])('%s', async (_case, previous, ...expected) => {
    const zone = await emulatedZone({ previous_waf: previous });
    expect(await findLosses(zone.client, ZONE, signal)).toEqual({
      known: expected.map((loss) => ({ ...loss, mode: 'off' })),
      unknownBecause: null,
    });
  });

  async function asked(reply: Reply, stop = signal): Promise<unknown> {
    const service = await scriptedService(reply);
    return findLosses(service.client({ maxRetries: 0 }), 'z', stop).finally(() => service.close());
  }

  test('are reported as far as they can be read', async () => {
    const zone = await emulatedZone({ previous_waf: { rules: { '981231': 'off' } } });
    zone.emulator.control.faults.put([
      {
        match: { operation: 'page.rules.list' },
        effect: { kind: 'answer', status: 403 },
      },
    ]);
    expect(await findLosses(zone.client, ZONE, signal)).toEqual({
      known: [expect.objectContaining({ id: '981231' })],
      unknownBecause: expect.stringContaining('/pagerules: the service answered with status 403'),
    });
  });

  test.each<readonly [string, Promise<unknown>, string]>([
    ['an outage', failureOf(asked(refuse(503, []))), 'unavailable'],
    ['the end of the run', failureOf(asked(refuse(503, []), AbortSignal.abort())), 'cancelled'],
  ])('fail the plan after %s', async (_case, failure, kind) => {
    expect(await failure).toMatchObject({ kind });
  });
});
