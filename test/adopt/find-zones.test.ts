import {
  findZones,
  openService,
  type AdoptionService,
  type WantedZones,
} from '../../provider-shim/zone-reader';
import { HiddenTexts } from '../../provider-shim/sdk/text';
import { service, useService } from '../e2e/one-service';

const id = (number: number): string => number.toString(16).padStart(32, '0');
const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => id(index + 1));
const NO_ZONE_READ = 'blind-token-0123456789abcdefghijklmnopqrstuvw';

const opened: AdoptionService[] = [];

const zones = ids(120).map((one, index) => ({
  id: one,
  name: index < 2 ? 'twice.example' : `n${index}.example`,
}));
const tokens = [
  { token: 'emulator-token-0123456789abcdefghijklmnopqrst' },
  { token: NO_ZONE_READ, permissions: ['rulesets:read', 'logpush:read'] as const },
];
useService({ seed: { zones, credentials: { tokens } } });
afterAll(() => Promise.all(opened.map(({ close }) => close())));

async function find(wanted: WantedZones, env: object = {}) {
  const api = openService({
    environment: { ...service.env, ...env },
    version: '0.0.0',
    folder: '/nowhere',
    secrets: new HiddenTexts('(redacted)'),
    onWait: () => undefined,
  });
  if (!('requests' in api)) throw new Error(JSON.stringify(api));
  opened.push(api);
  const { zones, failures } = await findZones(wanted, api, new AbortController().signal);
  return {
    ids: zones.map((zone) => zone.id),
    names: zones.map((zone) => zone.name),
    failures,
    sent: api.requests(),
  };
}

test('all zones are found page by page, by name', async () => {
  const { ids: found, names, sent } = await find('all');
  expect({ count: new Set(found).size, sent }).toEqual({ count: 120, sent: 3 });
  expect(names).toEqual([...names].sort());
});

test('many zones are found with the pages that there are, few with a request for each', async () => {
  const many = await find(ids(60));
  expect({ count: many.ids.length, sent: many.sent }).toEqual({ count: 60, sent: 3 });
  expect(await find([id(5), 'n7.example'])).toMatchObject({ ids: [id(5), id(8)], sent: 2 });
});

test('zones that are not there, or not clear, are reported with what to do', async () => {
  const { ids: found, failures } = await find(['twice.example', 'nobody.example', id(3)]);
  expect(found).toEqual([id(3)]);
  expect(failures.map(({ wanted, problem: { code, hint } }) => [wanted, code, hint])).toEqual([
    ['twice.example', 'zone_ambiguous', `Give the id of one: ${id(1)}, ${id(2)}.`],
    ['nobody.example', 'zone_unseen', expect.stringContaining('give the id of the zone')],
  ]);
});

test('a zone named twice, by name and by id, is found once', async () => {
  expect(await find([id(8), 'n7.example', id(8)])).toMatchObject({ ids: [id(8)], failures: [] });
});

test('without permission to read zones, ids are taken as they are', async () => {
  const {
    ids: found,
    names,
    failures,
  } = await find([id(3), 'n7.example'], { ZONEWRIGHT_API_TOKEN: NO_ZONE_READ });
  expect({ found, names }).toEqual({ found: [id(3)], names: [''] });
  expect(failures).toMatchObject([{ wanted: 'n7.example', problem: { code: 'service_authorization' } }]);
});
