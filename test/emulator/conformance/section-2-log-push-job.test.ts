import { DEFAULT_ZONE_ID } from '../../../emulator';
import type { ConformingZone } from './conforming-zone';
import { conformingZone, expectRefusal, resultOf } from './conforming-zone';
import { COOKIE_FIELDS, REQUEST_FIELDS, RESPONSE_FIELDS, logFields } from './custom-field-rules';
import { CUSTOM_FIELDS, DESTINATION, JOB, JOBS, challenge, createJob, entriesOf } from './log-push';
import { specification } from './specification';

const spec = specification('2.8');

/** The jobs of the zone as they are stored: their answers are not shown. */
function jobs({ emulator }: ConformingZone): readonly unknown[] {
  return emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs ?? [];
}

const REQUEST = {
  headers: { 'Content-Type': 'text/plain', Cookie: 'SessionId=s1' },
  response: { headers: { Server: 'origin' } },
};

const CUSTOM = {
  Cookies: { SessionId: 's1' },
  RequestHeaders: { 'content-type': 'text/plain' },
  ResponseHeaders: { server: 'origin' },
};

const RAY_ID = expect.stringMatching(/^[0-9a-f]+$/) as string;

spec.table('2.8', 'Log push job (request fields)', (row) => {
  row('name', 'is kept', async () => {
    const zone = conformingZone();
    await createJob(zone);
    expect(jobs(zone)).toMatchObject([JOB]);
  });

  for (const member of ['name', 'destination_conf', 'dataset', 'logpull_options'] as const)
    row(member, 'is a string', async () => {
      const zone = conformingZone();
      const ownership_challenge = await challenge(zone, DESTINATION);
      const body = { ...JOB, ownership_challenge };
      for (const value of [1, true, {}, [JOB[member]]])
        await expectRefusal(zone, () => zone.call('POST', JOBS, { ...body, [member]: value }));
      resultOf(await zone.call('POST', JOBS, body));
    });

  for (const scheme of ['s3', 'gs'])
    row(
      'destination_conf',
      `${scheme}://<bucket_path>?region=<region> is where the entries arrive`,
      async () => {
        const zone = conformingZone();
        const bucket = `${scheme}://bucket/a/long/path`;
        await createJob(zone, {
          destination_conf: `${bucket}?region=us-west-2`,
          logpull_options: 'fields=RayID',
        });
        expect(await entriesOf(zone, [{}], 's3://elsewhere')).toEqual([]);
        expect(await entriesOf(zone, [{}, {}], bucket)).toHaveLength(3);
      },
    );

  for (const destination of ['', 'bucket/logs', 's3://', '://bucket/logs?region=x', 's3://bucket/logs'])
    row('destination_conf', `'${destination}' is of another form`, async () => {
      const zone = conformingZone();
      const ownership_challenge = await challenge(zone, DESTINATION);
      const body = { ...JOB, destination_conf: destination, ownership_challenge };
      await expectRefusal(zone, () => zone.call('POST', JOBS, body));
    });

  row('dataset', 'http_requests is the one of jobs with custom fields', async () => {
    const zone = conformingZone();
    await logFields(zone, { ...REQUEST_FIELDS, ...RESPONSE_FIELDS, ...COOKIE_FIELDS });
    await createJob(zone, { logpull_options: `fields=${CUSTOM_FIELDS}` });
    expect(await entriesOf(zone, [REQUEST])).toEqual([CUSTOM]);
  });

  row('logpull_options', 'is kept as it was sent, and may be left out', async () => {
    const zone = conformingZone();
    await createJob(zone);
    const { logpull_options: _left, ...rest } = JOB;
    const ownership_challenge = await challenge(zone, DESTINATION);
    resultOf(await zone.call('POST', JOBS, { ...rest, ownership_challenge }));
    expect(jobs(zone)).toMatchObject([{ logpull_options: JOB.logpull_options }, rest]);
  });

  row('logpull_options', 'fields are the fields of an entry, in their order', async () => {
    const zone = conformingZone();
    await createJob(zone, { logpull_options: 'fields=EdgeStartTimestamp,RayID' });
    const entries = await entriesOf(zone, [{}]);
    expect(entries.map((entry) => Object.keys(entry))).toEqual([['EdgeStartTimestamp', 'RayID']]);
  });

  row('logpull_options', 'timestamps=rfc3339 selects ISO 8601', async () => {
    const zone = conformingZone();
    await createJob(zone, { logpull_options: 'fields=EdgeStartTimestamp&timestamps=rfc3339' });
    const now = zone.emulator.control.clock.now();
    const [entry] = await entriesOf(zone, [{}]);
    expect(entry?.['EdgeStartTimestamp']).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/));
    // An entry may say the second alone.
    const late = Date.parse(now) - Date.parse(String(entry?.['EdgeStartTimestamp']));
    expect([late >= 0, late < 1000]).toEqual([true, true]);
  });

  row('ownership_challenge', 'proves the ownership of the destination', async () => {
    const zone = conformingZone();
    const other = await challenge(zone, 's3://other/logs?region=us-west-2');
    const own = await challenge(zone, DESTINATION);
    for (const token of [
      {},
      { ownership_challenge: '' },
      { ownership_challenge: 'x' },
      { ownership_challenge: other },
    ])
      await expectRefusal(zone, () => zone.call('POST', JOBS, { ...JOB, ...token }));
    resultOf(await zone.call('POST', JOBS, { ...JOB, ownership_challenge: own }));
    expect(jobs(zone)).toMatchObject([JOB]);
  });

  const FIELDS: readonly (readonly [string, unknown])[] = [
    ['RayID', RAY_ID],
    ['EdgeStartTimestamp', expect.stringMatching(/^\d{4}-/)],
    ...Object.entries(CUSTOM),
  ];
  for (const [field, value] of FIELDS)
    row('log field names', `${field} is usable`, async () => {
      const zone = conformingZone();
      await logFields(zone, { ...REQUEST_FIELDS, ...RESPONSE_FIELDS, ...COOKIE_FIELDS });
      await createJob(zone, { logpull_options: `fields=${field}&timestamps=rfc3339` });
      expect(await entriesOf(zone, [REQUEST])).toEqual([{ [field]: value }]);
    });

  row('log field names', 'are usable together', async () => {
    const zone = conformingZone();
    await logFields(zone, { ...REQUEST_FIELDS, ...RESPONSE_FIELDS, ...COOKIE_FIELDS });
    await createJob(zone);
    expect(await entriesOf(zone, [REQUEST])).toEqual([Object.fromEntries(FIELDS)]);
  });
});

spec.complete();
