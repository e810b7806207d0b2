import type { SeedZone } from '../../../emulator';
import { inventoryOperations } from '../../../provider-shim/api';
import { isRetired } from '../../../provider-shim/api/operations/zones';
import { emulatedZone, ZONE } from './emulated-zone';
import { errorOf, ok, page, refuse, scriptedService, type Reply } from './scripted-service';

test.each<readonly [NonNullable<SeedZone['plan']>, string]>([
  ['professional', 'pro'],
  ['business', 'business'],
  ['enterprise', 'enterprise'],
])('a zone of the %s plan is returned with its name', async (plan, legacyId) => {
  const zone = await emulatedZone({ plan });
  expect(await zone.client.zoneDetails(ZONE)).toEqual({ name: 'example.com', plan: legacyId });
});

const NO_ROUTE = { code: 7003, message: 'Could not route to /zones/x' };

test.each([
  ['may not be read', 403, { code: 10000, message: 'Authentication error' }],
  ['the credentials do not reach', 403, { code: 9109, message: 'Unauthorized to access requested resource' }],
  ['is gone', 404, NO_ROUTE],
])('a zone that %s returns nothing, and is not requested again', async (why, status, error) => {
  const refused = refuse(status, [error]);
  const service = await scriptedService(refused, ...(why === 'is gone' ? [ok([])] : [refused]));
  const client = service.client();
  for (const _time of [1, 2])
    expect(await client.zoneDetails(ZONE)).toEqual({
      ...{ name: null, plan: null },
      ...(why === 'is gone' && { isGone: true }),
    });
  expect(service.requests).toHaveLength(error === NO_ROUTE ? 2 : 1);
});

test('a zone request to a service that is down is an error, and is retried the next time', async () => {
  const zone = await emulatedZone();
  zone.emulator.control.faults.put([
    { match: { operation: 'zones.get' }, effect: { kind: 'answer', status: 503 } },
  ]);
  await expect(zone.client.zoneDetails(ZONE)).rejects.toMatchObject({ kind: 'unavailable' });
  zone.emulator.control.faults.clear();
  expect(await zone.client.zoneDetails(ZONE)).toEqual({ name: 'example.com', plan: 'enterprise' });
});

test.each(['pro', { legacy_id: 7 }, {}])(
  'a zone with a plan of another form, %j, returns the rest',
  async (plan) => {
    const service = await scriptedService(ok({ id: ZONE, name: 'example.com', plan }));
    expect(await service.client().zoneDetails(ZONE)).toEqual({ name: 'example.com', plan: null });
  },
);

const zoneNumber = (number: number): string => `${number}`.padStart(32, '0');

const ALONE = ['zone', 'zone', 'page 1', 'zone', 'zone'];

/** How many zones there are, how many are wanted, which requests that takes, and what the list answers. */
test.each<readonly [string, number, number, readonly string[], Reply | null]>([
  ['two are asked for by themselves', 2, 2, ['zone', 'zone'], null],
  ['of three, the last is in the list', 3, 3, ['zone', 'zone', 'page 1'], null],
  ['a list with more pages than zones are wanted is read no further', 250, 4, ALONE, null],
  ['one of no more pages is read whole', 120, 6, ['zone', 'zone', 'page 1', 'page 2', 'page 3'], null],
  ['a list that is refused is not asked for again', 4, 4, ALONE, refuse(403, [])],
  ['nor one of another form', 4, 4, ALONE, ok({})],
])('of several zones, %s', async (_title, there, wanted, expected, list) => {
  const zones = Array.from({ length: there }, (_none, at) => ({ id: zoneNumber(at), name: `${at}.example` }));
  const service = await scriptedService((response, request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://service');
    const page = Number(searchParams.get('page'));
    const info = { page, per_page: 50, total_pages: Math.ceil(there / 50) };
    const reply =
      page === 0
        ? ok(zones.find(({ id }) => pathname.endsWith(id)))
        : (list ?? ok(zones.slice(50 * (page - 1), 50 * page), { result_info: info }));
    reply(response, request);
  });
  const client = service.client();
  // The last ones: where there are several pages, the first has none of them.
  for (const { id, name } of zones.slice(-wanted))
    expect(await client.listedDetails(id)).toEqual({ name, plan: null });
  const asked = service.requests.map(
    ({ url }) => /[?&]page=\d+/.exec(url)?.[0].slice(1).replace('=', ' ') ?? 'zone',
  );
  expect(asked).toEqual(expected);
});

test('what a list said earlier, or did not say because somebody was cancelled, tells nobody whether a zone is there', async () => {
  const zones = Array.from({ length: 4 }, (_none, at) => ({ id: zoneNumber(at), name: `${at}.example` }));
  const stop = new AbortController();
  let isFirstList = true;
  const service = await scriptedService((response, request) => {
    const isList = request.url.includes('page=');
    const found = zones.find(({ id }) => request.url.endsWith(id));
    if (isList && isFirstList) stop.abort();
    else (isList ? ok(zones) : found ? ok(found) : refuse(404, [NO_ROUTE]))(response, request);
    isFirstList &&= !isList;
  });
  const client = service.client();
  const [first = '', second = '', third = '', gone = ''] = zones.map(({ id }) => id);
  for (const id of [first, second]) await client.listedDetails(id);
  await errorOf(client.listedDetails(third, { signal: stop.signal }));
  expect(await client.listedDetails(third)).toEqual({ name: '2.example', plan: null });
  zones.pop();
  expect(await client.listedDetails(gone)).toMatchObject({ name: '3.example' });
  expect(await client.zoneDetails(gone)).toEqual({ name: null, plan: null, isGone: true });
});

test('a path that is not known is a wrong base_url first, until the service has found something', async () => {
  const noRoute = refuse(404, [NO_ROUTE]);
  const service = await scriptedService(noRoute, ok([{ id: ZONE, name: 'example.com' }]), noRoute);
  const client = service.client();
  const failed = async () => await errorOf(client.listRulesets(ZONE));
  expect((await failed()).hint).toMatch(
    /^The service has found nothing in this run yet\. First check base_url/,
  );
  await inventoryOperations(client).listZones(1);
  const { hint, message } = await failed();
  expect(hint).toMatch(/^The service has no zone with this id, .*: check zone_id and the token\.$/);
  // The list has told its name.
  expect(message).toContain(`/zones/${ZONE}/rulesets (zone example.com): the service`);
});

const [SHOWN, WITHHELD] = [ok({ id: ZONE, name: 'example.com' }), refuse(403, [])];

/** What an operation answers, the zone where that has to be read, and whether the service no longer has the operation. */
test.each<readonly [string, Reply, Reply | null, boolean]>([
  ...[404, 405, 410].map((status) => [`${status}`, refuse(status, [{ code: 1 }]), null, true] as const),
  ...[400, 403, 503].map((status) => [`${status}`, refuse(status, [{ code: 1 }]), null, false] as const),
  [
    '405 for want of a permission',
    refuse(405, [{ code: 10000, message: 'Authentication error' }]),
    null,
    false,
  ],
  ['no route to a zone that is there', refuse(404, [NO_ROUTE]), SHOWN, true],
  ['no route to one that it withholds', refuse(404, [NO_ROUTE]), WITHHELD, false],
  ['a page with 404', page(404, 'Not found'), null, false],
  ['a page with 405, of a zone that is there', page(405, 'Not allowed'), SHOWN, true],
  ['a page with 410, of one that it withholds', page(410, 'Gone'), WITHHELD, false],
  ['a page with 400', page(400, 'Bad'), null, false],
])('a service that answers %s: whether it has retired the operation', async (_what, reply, zone, retired) => {
  const service = await scriptedService(reply, ...(zone ? [zone] : []));
  const client = service.client({ maxRetries: 0 });
  const error = await errorOf(client.listWafPackages(ZONE));
  expect(await isRetired(client, ZONE, error)).toBe(retired);
  expect(service.requests).toHaveLength(zone ? 2 : 1);
});
