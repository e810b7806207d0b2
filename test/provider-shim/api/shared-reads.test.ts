import { PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES } from '../../../schema';
import { emulatedZone, ZONE, type EmulatedZone } from './emulated-zone';
import { errorOf, ok, refuse, scriptedService, type Reply } from './scripted-service';

const job = (name: string): object => ({
  name,
  dataset: 'http_requests',
  destination_conf: `https://logs.example/${name}`,
});

async function zoneWithJobs(...names: readonly string[]): Promise<EmulatedZone> {
  const zone = await emulatedZone();
  for (const name of names) await zone.client.createLogpushJob(ZONE, job(name));
  zone.emulator.control.clearJournal();
  return zone;
}

describe('reads of a zone that are shared', () => {
  test('keep that something is not there, and which one that is', async () => {
    const { reads, requests } = await emulatedZone();
    for (const _time of [1, 2]) {
      expect(await reads.getEntrypoint(ZONE, PHASE_LOG_CUSTOM_FIELDS)).toBeUndefined();
      expect(await reads.getEntrypoint(ZONE, PHASE_MANAGED_RULES)).toBeUndefined();
    }
    expect(requests()).toHaveLength(2);
  });

  test('are sent again after a write in the zone, also one that was refused', async () => {
    const { reads, client, emulator, requests } = await emulatedZone();
    expect(await reads.listLogpushJobs(ZONE)).toEqual([]);
    await client.createLogpushJob(ZONE, job('one'));
    expect(await reads.listLogpushJobs(ZONE)).toHaveLength(1);
    await expect(client.createLogpushJob(ZONE, { dataset: 'none' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    emulator.control.clearJournal();
    expect(await reads.listLogpushJobs(ZONE)).toHaveLength(1);
    expect(requests()).toHaveLength(1);
  });

  test('do not keep what was read while something was written', async () => {
    const { reads, client, emulator, goOn } = await emulatedZone();
    emulator.control.faults.put([{ match: { method: 'POST' }, delayMs: 1 }]);
    const written = client.createLogpushJob(ZONE, job('one'));
    while (emulator.control.faults.list()[0]?.struck !== 1) await new Promise(setImmediate);
    expect(await reads.listLogpushJobs(ZONE)).toEqual([]);
    goOn();
    await written;
    expect(await reads.listLogpushJobs(ZONE)).toHaveLength(1);
  });

  test('are not shared with who looks for itself, and sent again after that, as it may have seen more', async () => {
    const { reads, client, requests } = await emulatedZone();
    await reads.getMigrationStatus(ZONE);
    await reads.checkCompatibility(ZONE);
    await client.getMigrationStatus(ZONE);
    expect(requests()).toHaveLength(3);
    await reads.getMigrationStatus(ZONE);
    await reads.checkCompatibility(ZONE);
    expect(requests()).toHaveLength(4);
  });
});

type Reader = EmulatedZone['reads'];
test.each<[string, (client: Reader, jobId: number) => Promise<unknown>]>([
  ['a list', (client) => client.listLogpushJobs(ZONE)],
  ['a list of numbered pages', (client) => client.listPageRules(ZONE)],
  ['an object that is read from its list', (client, jobId) => client.getLogpushJob(ZONE, jobId)],
])('a read that is not shared makes the same be read again %s', async (_what, read) => {
  const { reads, client, requests, emulator } = await zoneWithJobs('one');
  const jobId = emulator.control.zone(ZONE).logpush.jobs?.[0]?.id ?? 0;
  for (const each of [reads, reads, client, reads, reads]) await read(each, jobId);
  expect(requests()).toHaveLength(3);
});

describe('jobs of a zone', () => {
  test('are read by one list', async () => {
    const { reads, client, requests } = await zoneWithJobs('one', 'two', 'three');
    const jobs = await Promise.all([1, 2, 3].map((id) => reads.getLogpushJob(ZONE, id)));
    expect(requests()).toEqual(['GET logpush.jobs.list']);
    expect(jobs).toEqual(await Promise.all([1, 2, 3].map((id) => client.getLogpushJob(ZONE, id))));
  });

  test('that the list does not have are asked for by themselves before they count as deleted', async () => {
    const { reads, requests } = await zoneWithJobs('one');
    expect(await reads.getLogpushJob(ZONE, 2)).toBeUndefined();
    expect(requests()).toEqual(['GET logpush.jobs.list', 'GET logpush.jobs.get']);
  });

  const good = { id: 1, ...job('one') };
  test.each<readonly [string, Reply, readonly string[]]>([
    ['by themselves where another job of the list cannot be read', ok([{ id: 2 }, good]), ['', '/1']],
    ['by themselves where there is no list', refuse(404, [{ code: 1 }]), ['', '/1']],
    ['no more where the list is refused', refuse(403, []), ['']],
  ])('are asked for %s', async (_what, list, asked) => {
    const service = await scriptedService(list, ok(good));
    const read = service.clients().reads.getLogpushJob(ZONE, 1);
    if (asked.length > 1) expect(await read).toMatchObject({ id: 1, name: 'one' });
    else expect(await errorOf(read)).toMatchObject({ kind: 'authorization' });
    expect(service.requests.map(({ url }) => url.split('/logpush/jobs')[1])).toEqual(asked);
  });
});
