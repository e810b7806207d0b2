import type { SeedZone } from '../../../../emulator';
import { findLosses } from '../../../../provider-shim/resources/migration/previous-waf';
import { emulatedZone, ZONE } from '../../api/emulated-zone';
import { failureOf, ok, refuse, scriptedService, type Reply } from '../../api/scripted-service';

const signal = new AbortController().signal;
const PAGE_RULE = 'c'.repeat(32);

const groupsAndRules = (zone: string) => ['groups', 'rules'].map((list) => `${zone}/packages/p/${list}`);

describe('the losses of a migration', () => {
  test.each<[string, NonNullable<SeedZone['previous_waf']>, ...object[]]>([
    [
      'is a group of the core rule set that is off',
      { groups: { '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1': 'off' } },
      {
        kind: 'core_rule_set_group_override',
        id: '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1',
        description: 'group "Bad robots" of the core rule set was off; its detections are on afterwards',
      },
    ],
    [
      'is a rule of the core rule set that is off',
      { rules: { '981231': 'off' } },
      {
        kind: 'core_rule_set_rule_override',
        id: '981231',
        description:
          'rule 981231 of the core rule set (SQL comment sequence) was off; its detection is on afterwards',
      },
    ],
    [
      'is none of its detections where the core rule set is off as a whole',
      { rules: { '981231': 'off' }, core_rule_set: { sensitivity: 'off', action_mode: 'block' } },
      {
        kind: 'core_rule_set_rule_override',
        id: '981231',
        description:
          'rule 981231 of the core rule set (SQL comment sequence) was off; the core rule set is off, and stays off',
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
          `page rule ${PAGE_RULE} switched the managed rules off for example.com/off/* (WAF Off); ` +
          'an exception does so afterwards, and the page rule has no effect',
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
    return findLosses(service.client({ maxRetries: 0 }), 'z', stop);
  }

  const OFF = { id: 'r', mode: 'off' };

  test('are on afterwards where only one of several core rule sets is off', async () => {
    const packages = [
      { id: 'p', detection_mode: 'anomaly', sensitivity: 'off' },
      { id: 'q', detection_mode: 'anomaly' },
    ];
    const service = await scriptedService((response, request) => {
      const isList = /packages(\?|$)/.test(request.url);
      ok(isList ? packages : request.url.includes('/rules') ? [OFF] : [])(response, request);
    });
    const { known } = await findLosses(service.client(), 'z', signal);
    const afterwards = expect.stringMatching(/was off; its detection is on afterwards$/) as string;
    expect(known.map(({ description }) => description)).toEqual([afterwards, afterwards]);
  });

  test.each<[string, Readonly<Record<string, Reply>>, readonly string[]]>([
    [
      'in the package of the first zone, with the rules only where a group does not say that all are as usual',
      {
        'a/packages': ok([{ id: 'other' }, { id: 'p', detection_mode: 'anomaly' }]),
        'a/packages/p/groups': ok([{ id: 'g', mode: 'on', modified_rules_count: 0 }]),
        'b/packages/p/groups': ok([{ id: 'g', mode: 'on', modified_rules_count: 1 }]),
        'b/packages': ok([{ id: 'p', detection_mode: 'anomaly' }]),
        'c/packages/p/groups': ok([{ id: 'g', mode: 'on' }]),
        'c/packages': ok([{ id: 'p', detection_mode: 'anomaly', sensitivity: 'off' }]),
      },
      // What is lost depends on whether the core rule set is on.
      [
        'a/packages',
        'a/packages/p/groups',
        ...['b', 'c'].flatMap((zone) => [...groupsAndRules(zone), `${zone}/packages`]),
      ],
    ],
    [
      'in the packages of each zone where their ids differ',
      Object.fromEntries(
        ['a', 'b', 'c'].flatMap((zone) => [
          [`${zone}/packages`, ok([{ id: `p${zone}`, detection_mode: 'anomaly' }])],
          [`${zone}/packages/p${zone}/groups`, ok([{ id: 'g', mode: 'on', modified_rules_count: 0 }])],
        ]),
      ),
      [
        ...['a/packages', 'a/packages/pa/groups', 'b/packages/pa/groups'],
        ...['b/packages', 'b/packages/pb/groups', 'c/packages', 'c/packages/pc/groups'],
      ],
    ],
    [
      'as far as a zone without permission lets them, which stands for no other',
      {
        'b/packages': ok([{ id: 'p', detection_mode: 'anomaly' }]),
        'b/packages/p/groups': ok([{ id: 'g', mode: 'on' }]),
        'c/packages/p/groups': ok([]),
        'c/packages': ok([]),
      },
      ['a/packages', 'b/packages', ...groupsAndRules('b'), 'b/packages', 'c/packages/p/groups', 'c/packages'],
    ],
  ])('are looked for %s', async (_case, answers, expected) => {
    const service = await scriptedService((response, request) => {
      const [, path = ''] = /zones\/(.*?)(?:\?|$)/.exec(request.url.replace('/firewall/waf', '')) ?? [];
      const isRules = path.endsWith('/rules') || path.endsWith('pagerules');
      const unknown = isRules ? ok(path.endsWith('/rules') ? [OFF] : []) : refuse(400, [{ code: 1002 }]);
      (answers[path] ?? unknown)(response, request);
    });
    const client = service.client();
    for (const zone of ['a', 'b', 'c']) {
      const { known } = await findLosses(client, zone, signal);
      expect(known.map(({ id }) => id)).toEqual(
        expected.some((path) => path === `${zone}/packages/p/rules`) ? ['r'] : [],
      );
    }
    const asked = service.requests.map(
      ({ url }) => /zones\/(.*?)(?:\?|$)/.exec(url.replace('/firewall/waf', ''))?.[1],
    );
    expect(asked.filter((path) => !path?.endsWith('pagerules'))).toEqual(expected);
  });

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
