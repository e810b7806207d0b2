import { openService, readZone } from '../../provider-shim/zone-reader';
import { HiddenTexts } from '../../provider-shim/sdk/text';
import { emulatedZone, TOKEN, ZONE } from '../provider-shim/api/emulated-zone';

/** The areas of a zone: what says that one may not be read, and what may be. */
const AREAS = {
  'The rulesets': 'rulesets.list',
  'The log push jobs': 'logpush.jobs.list',
  'The migration': 'migration.status',
} as const;
type Area = keyof typeof AREAS;
const NAMES = Object.keys(AREAS) as readonly Area[];
const SUBSETS = NAMES.reduce<readonly (readonly Area[])[]>(
  (all, name) => all.flatMap((some) => [some, [...some, name]]),
  [[]],
);

/** What is found of a zone in whose areas requests are answered with a status: areas that could not be read, and objects. */
async function read(areas: readonly Area[], status: number) {
  const jobs = [{ id: 1, enabled: true, destination_conf: 'https://logs.example.com/' }];
  const { emulator } = await emulatedZone({ logpush: { jobs }, migration: { state: 'finishing' } });
  const effect = { kind: 'answer', status } as const;
  emulator.control.faults.put(areas.map((area) => ({ match: { operation: AREAS[area] }, effect })));
  const environment = {
    ...{ ZONEWRIGHT_API_TOKEN: TOKEN, ZONEWRIGHT_BASE_URL: emulator.baseUrl },
    ...{ ZONEWRIGHT_MAX_RETRIES: '0', ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' },
  };
  const secrets = new HiddenTexts('(redacted)');
  const opened = openService({
    environment,
    version: '0.0.0',
    folder: '/nowhere',
    secrets,
    onWait: () => undefined,
  });
  if (!('requests' in opened)) throw new Error(JSON.stringify(opened));
  const zone = { id: ZONE, name: 'example.com' } as Parameters<typeof readZone>[0];
  const found = await readZone(zone, opened, new AbortController().signal).finally(opened.close);
  const unread = found.findings.flatMap(
    ({ message }) => /^(.*) could not be read\./.exec(message)?.[1] ?? [],
  );
  return { unread, objects: found.objects.map(({ type }) => type) };
}

test.each(SUBSETS.map((areas) => [areas.join(', ') || 'nothing', areas] as const))(
  'where this may not be read, all else is found, unless nothing may be: %s',
  async (_which, areas) => {
    const found = read(areas, 403);
    if (areas.length === NAMES.length) return expect(found).rejects.toThrow('status 403');
    const objects = areas.includes('The log push jobs') ? [] : ['zone_logpush_job'];
    expect(await found).toEqual({ unread: areas, objects });
  },
);

test.each(NAMES)('where the service fails for one area, nothing is taken for all: %s', async (area) => {
  await expect(read([area], 500)).rejects.toThrow('status 500');
});
